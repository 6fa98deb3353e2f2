using log4net.Core;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>
/// Which locks are held where. "gate" is the object a skeleton locks on (LockObj), asked with Monitor.IsEntered.
/// The lock of a logger is not visible: see <see cref="Overlap"/>.
/// </summary>
internal static partial class LocksTopic
{
    private const string SmallConfiguration = "<log4net><root><level value='INFO'/></root></log4net>";

    public static void Run(Golden golden)
    {
        golden.Case("gate held on the way through DoAppend", GateInDoAppend);
        golden.Case("gate of a buffering forwarder: own methods and child calls (child tells whether the parent's gate is held)", GateOfABuffer);
        golden.Case("gate of a file appender during the flush of its stream", GateOfAFile);

        golden.Case("two threads into one appender are serialised; into two appenders of one logger they are not", TwoThreads);
        golden.Case("a slow append on one thread, another thread changes the appenders of the same logger", ChangeDuringSlowAppend);
        golden.Case("a writer that waits for a slow append blocks new log calls of other threads", WaitingWriter);
        golden.Case("Close of an appender (slow OnClose), what else is blocked meanwhile", SlowClose);

        golden.Case("same thread: changing the logger's appenders from inside Append", ChangeFromAppend);
        golden.Case("same thread: logging from inside OnClose", LogFromClose);
        golden.Case("Close runs OnClose once, also when it throws or calls Close again", CloseTwice);
    }

    private static void Log(Hierarchy repository, string text) => repository.Root.Log(Level.Fatal, text, null);

    private static void Log(Hierarchy repository, string text, string logger) => ((Logger)repository.GetLogger(logger)).Log(Level.Fatal, text, null);
}
