namespace log4net.Repository;

public delegate void LoggerRepositoryShutdownEventHandler(object sender, EventArgs e);
