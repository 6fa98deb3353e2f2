using log4net;
using Samples.NamedInXml.Library;

Logs.Configure(typeof(Program).Assembly);
ILog log = LogManager.GetLogger(typeof(Program));
for (int i = 0; i < 1000; i++)
{
    log.InfoFormat("line {0}", i);
}
