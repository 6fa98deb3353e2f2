namespace log4net.Repository;

public delegate void LoggerRepositoryConfigurationResetEventHandler(object sender, EventArgs e);
