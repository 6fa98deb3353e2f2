namespace log4net.Util;

public sealed partial class LogLog
{
    public class LogReceivedAdapter : IDisposable
    {
        private readonly LogReceivedEventHandler _collect;

        public LogReceivedAdapter(List<LogLog> items)
        {
            Items = items;
            _collect = (_, e) =>
            {
                // Messages of other threads arrive here too.
                lock (Items)
                {
                    Items.Add(e.LogLog);
                }
            };
            LogReceived += _collect;
        }

        public List<LogLog> Items { get; }

        public void Dispose() => LogReceived -= _collect;
    }
}
