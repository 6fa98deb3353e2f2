namespace log4net.Core;

public delegate ILoggerWrapper WrapperCreationHandler(ILogger logger);
