using Easy.Logger;
using Easy.Logger.Interfaces;

// Reads log4net.config beside the program.
IEasyLogger log = Log4NetService.Instance.GetLogger<Program>();

log.Info("Started");
using (log.GetScopedLogger("[orders]"))
{
    Parallel.For(0, 1000, i => log.InfoFormat("Order {0} is packed", i));
}

try
{
    throw new InvalidOperationException("The printer is out of paper");
}
catch (InvalidOperationException e)
{
    log.Error("The labels were not printed", e);
}

// Nothing more to do: what is queued is written before the process ends.
