namespace log4net.Util;

public delegate void LogReceivedEventHandler(object? source, LogReceivedEventArgs e);
