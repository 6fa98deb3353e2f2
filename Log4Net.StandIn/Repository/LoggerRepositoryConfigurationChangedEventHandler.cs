namespace log4net.Repository;

public delegate void LoggerRepositoryConfigurationChangedEventHandler(object sender, EventArgs e);
