namespace log4net.Repository.Hierarchy;

public delegate void LoggerCreationEventHandler(object sender, LoggerCreationEventArgs e);
