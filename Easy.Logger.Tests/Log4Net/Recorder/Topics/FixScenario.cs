using System.Runtime.CompilerServices;
using System.Security.Principal;
using log4net;
using log4net.Core;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>
/// An event is made and treated on a thread named "origin" that has thread, logical thread and global properties; then the contexts and the
/// message object change, and a thread named "reader" reads everything.
/// </summary>
internal sealed class FixScenario(Golden golden)
{
    private static readonly string[] _keys =
    [
        "event", "global", "globalActive", "thread", "threadActive", "nothing", "NDC", "logical", "lstack",
        LoggingEvent.UserNameProperty, LoggingEvent.IdentityProperty,
    ];

    private readonly Journal _journal = new();
    private readonly Mutable _message = new();
    private readonly Hierarchy _repository = Make.Repository();

    /// <summary>Runs the scenario and tells what the reader saw.</summary>
    /// <param name="onOrigin">What is done to the event where it is made.</param>
    /// <param name="onReader">What the reader does before it reads.</param>
    public void Run(Action<LoggingEvent> onOrigin, Action<LoggingEvent>? onReader)
    {
        GlobalContext.Properties.Clear();
        LoggingEvent? made = null;
        OnThread("origin", () =>
        {
            FillContexts();
            Site.Enter(() =>
            {
                made = new LoggingEvent(typeof(Boundary), _repository, "live", Level.Info, _message, Make.Nested());
                onOrigin(made);
            });
            ChangeContexts();
        });
        GlobalContext.Properties["global"] = "g2";
        OnThread("reader", () =>
        {
            SetPrincipal("reader-identity");
            ThreadContext.Properties["thread"] = "t-reader";
            onReader?.Invoke(made!);
            ReadValues(made!);
            ReadProperties(made!);
        });
        golden.Lines(_journal.Take().Order(StringComparer.Ordinal));
    }

    private void FillContexts()
    {
        GlobalContext.Properties["global"] = "g1";
        GlobalContext.Properties["globalActive"] = new Active(_journal, "ga");
        ThreadContext.Properties["thread"] = "t1";
        ThreadContext.Properties["threadActive"] = new Active(_journal, "ta");
        ThreadContext.Properties["nothing"] = null;
        ThreadContext.Stacks["NDC"].Push("n1");
        ThreadContext.Stacks["NDC"].Push("n2");
        LogicalThreadContext.Properties["logical"] = "l1";
        LogicalThreadContext.Stacks["lstack"].Push("ls1");
        SetPrincipal("origin-identity");
    }

    private void ChangeContexts()
    {
        _message.Text = "after";
        ThreadContext.Properties["thread"] = "t2";
        ThreadContext.Stacks["NDC"].Push("n3");
        LogicalThreadContext.Properties["logical"] = "l2";
        LogicalThreadContext.Stacks["lstack"].Push("ls2");
    }

    private void ReadValues(LoggingEvent made)
    {
        golden.Line($"Fix {made.Fix}");
        golden.Line($"RenderedMessage {Golden.Quote(made.RenderedMessage)}");
        using StringWriter writer = new();
        made.WriteRenderedMessage(writer);
        golden.Line($"WriteRenderedMessage {Golden.Quote(writer.ToString())}");
        golden.Line($"MessageObject kept {ReferenceEquals(made.MessageObject, _message)}, ExceptionObject kept {made.ExceptionObject is not null}");
        golden.Line($"ThreadName {Golden.Quote(made.ThreadName)}");
        golden.Line($"Domain {Golden.Quote(made.Domain)}");
        golden.Line($"Identity {Golden.Quote(made.Identity)}");
        golden.Line($"UserName is Environment.UserName {made.UserName == Environment.UserName}");
        golden.Line($"exception text {Golden.Quote(made.GetExceptionString())}");
        string location = made.LocationInformation is { } info
            ? $"method {Golden.Quote(info.MethodName)} frames {info.StackFrames is { Length: > 0 }}"
            : "<null>";
        golden.Line($"location {location}");
    }

    private void ReadProperties(LoggingEvent made)
    {
        foreach (string key in _keys)
        {
            object? value = made.LookupProperty(key);
            if (value is not null)
            {
                // The user's name differs by machine.
                bool isUser = key == LoggingEvent.UserNameProperty && value is string name && name == Environment.UserName;
                golden.Line($"property {key} {value.GetType().Name} {(isUser ? "<user>" : Golden.Show(value.ToString()))}");
            }
            else if (key is not ("event" or LoggingEvent.UserNameProperty or LoggingEvent.IdentityProperty))
            {
                golden.Line($"property {key} <null>");
            }
        }

        golden.Line("keys " + string.Join(',', made.GetProperties().GetKeys().Order(StringComparer.Ordinal)));
    }

    private static void SetPrincipal(string name) => Thread.CurrentPrincipal = new GenericPrincipal(new GenericIdentity(name), null);

    /// <summary>Without the starter's execution context: the thread would inherit its logical thread context.</summary>
    private static void OnThread(string name, Action body)
    {
        using (ExecutionContext.SuppressFlow())
        {
            OtherThread.Run(body, name);
        }
    }

    /// <summary>The caller that location information finds while the boundary is on the stack.</summary>
    private static class Site
    {
        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
        public static void Enter(Action body) => Boundary.Run(body);
    }

    /// <summary>The type that the event names as the one that logs for others: what called it is the location.</summary>
    private static class Boundary
    {
        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
        public static void Run(Action body) => body();
    }

    /// <summary>A property that shows on which thread it was fixed, or became text.</summary>
    private sealed class Active(Journal journal, string value) : IFixingRequired
    {
        public object GetFixedObject()
        {
            journal.Add($"GetFixedObject on {Thread.CurrentThread.Name}");
            return "fixed " + value;
        }

        public override string ToString() => $"active {value} on {Thread.CurrentThread.Name}";
    }

    /// <summary>A message object that changes, and shows on which thread it became text.</summary>
    private sealed class Mutable
    {
        public string Text { get; set; } = "before";

        public override string ToString() => $"{Text} on {Thread.CurrentThread.Name}";
    }
}
