using System.Collections;
using log4net;
using log4net.Core;
using log4net.Layout;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace Recorder;

/// <summary>Properties of the three contexts, stacks, NDC and MDC, flow over threads and tasks.</summary>
internal static partial class ContextsTopic
{
    public static void Run(Golden golden)
    {
        golden.Case("precedence: event, logical thread, thread, global", Precedence);
        golden.Case("an event keeps the composite of its first look-up: a thread property object changed later", FirstLookUp);
        golden.Case("dictionary behaviour of the contexts", Dictionaries);
        golden.Case("thread stacks", ThreadStacks);
        golden.Case("logical stacks", LogicalStacks);
        golden.Case("flow over threads, tasks and awaits", Flow);
        golden.Case("active properties: evaluated at every look-up, fixed once", ActiveProperties);
        golden.Case("NDC and MDC", NdcAndMdc);
        golden.Case("keys of the thread context", Keys);
    }

    private static void Precedence(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        LoggingEvent first = Live(repository);
        GlobalContext.Properties["k"] = "global";
        golden.Line($"global: {first.LookupProperty("k")}");
        ThreadContext.Properties["k"] = "thread";
        golden.Line($"thread too: {Live(repository).LookupProperty("k")}");
        LogicalThreadContext.Properties["k"] = "logical";
        golden.Line($"logical too: {Live(repository).LookupProperty("k")}");
        LoggingEvent own = Live(repository);
        own.Properties["k"] = "event";
        golden.Line($"event too: {own.LookupProperty("k")}, flattened {own.GetProperties()["k"]}");
        LogicalThreadContext.Properties["k"] = null;
        LoggingEvent withFixed = Live(repository);
        withFixed.Fix = FixFlags.Properties;
        golden.Line(
            $"logical set to null: {Golden.Show(Live(repository).LookupProperty("k"))}, flattened {Golden.Show(Live(repository).GetProperties()["k"])}, "
            + $"fixed {Golden.Show(withFixed.LookupProperty("k"))}");
        LogicalThreadContext.Properties.Remove("k");
        golden.Line($"logical removed: {Live(repository).LookupProperty("k")}");
        ThreadContext.Properties.Remove("k");
        GlobalContext.Properties.Remove("k");
        golden.Line($"all removed: {Golden.Show(Live(repository).LookupProperty("k"))}");
        golden.Line($"the first event, looked up before the changes, now: {Golden.Show(first.LookupProperty("k"))}");
    }

    private static void FirstLookUp(Golden golden)
    {
        ThreadContext.Properties["a"] = 1;
        LoggingEvent loggingEvent = Live();
        golden.Line($"first {Golden.Show(loggingEvent.LookupProperty("a"))}");
        ThreadContext.Properties["a"] = 2;
        golden.Line($"thread property changed {Golden.Show(loggingEvent.LookupProperty("a"))}");
        GlobalContext.Properties["b"] = 1;
        golden.Line($"global property added later {Golden.Show(loggingEvent.LookupProperty("b"))}");
        LogicalThreadContext.Properties["c"] = 1;
        golden.Line($"logical property added later {Golden.Show(loggingEvent.LookupProperty("c"))}");
        ThreadContext.Properties.Clear();
        golden.Line($"thread cleared {Golden.Show(loggingEvent.LookupProperty("a"))}");
        GlobalContext.Properties.Clear();
        LogicalThreadContext.Properties.Clear();
    }

    private static void Dictionaries(Golden golden)
    {
        GlobalContextProperties global = GlobalContext.Properties;
        Dictionary(golden, "global", global, global.Remove, global.Clear);
        ThreadContextProperties thread = ThreadContext.Properties;
        Dictionary(golden, "thread", thread, thread.Remove, thread.Clear);
        LogicalThreadContextProperties logical = LogicalThreadContext.Properties;
        Dictionary(golden, "logical", logical, logical.Remove, logical.Clear);
    }

    private static void Dictionary(Golden golden, string name, ContextPropertiesBase properties, Action<string> remove, Action clear)
    {
        golden.Line(
            $"{name}: unset {Golden.Show(properties["none"])}, get null key {Golden.Try(() => properties[null!])}, "
            + $"set null key {Golden.Try(() => properties[null!] = 1)}, remove unset {Golden.Try(() => remove("none"))}, "
            + $"clear {Golden.Try(clear)}, keys are case sensitive {AreKeysCaseSensitive(properties)}");
        clear();
    }

    private static bool AreKeysCaseSensitive(ContextPropertiesBase properties)
    {
        properties["Key"] = 1;
        return properties["key"] is null;
    }

    private static void ActiveProperties(Golden golden)
    {
        int calls = 0;
        GlobalContext.Properties["active"] = new Active(() => ++calls);
        LoggingEvent loggingEvent = Live();
        PatternLayout layout = new("%property{active}");
        golden.Line($"pattern before Fix: {layout.Format(loggingEvent)} {layout.Format(loggingEvent)}, calls {calls}");
        loggingEvent.Fix = FixFlags.Properties;
        golden.Line($"pattern after Fix: {layout.Format(loggingEvent)} {layout.Format(loggingEvent)}, calls {calls}");
        GlobalContext.Properties.Clear();
    }

    private static void NdcAndMdc(Golden golden)
    {
        NDC.Push("a");
        NDC.Push("b");
        golden.Line(
            $"depth {NDC.Depth} pattern {Formatted("%ndc|%x|%property{NDC}")}, stack of the thread context {ThreadContext.Stacks["NDC"].Count}");
        NDC.SetMaxDepth(1);
        golden.Line($"SetMaxDepth(1): {NDC.Depth}");
        Stack clone = NDC.CloneStack();
        NDC.Clear();
        golden.Line($"cleared {NDC.Depth} pop {Golden.Quote(NDC.Pop())}");
        NDC.Inherit(clone);
        golden.Line($"inherited {NDC.Depth} {Golden.Quote(NDC.Pop())}");
        NDC.Remove();
        MDC.Set("m", "v");
        golden.Line($"MDC {MDC.Get("m")} thread property {ThreadContext.Properties["m"]} unset {Golden.Show(MDC.Get("none"))}");
        MDC.Remove("m");
        golden.Line($"removed {Golden.Show(MDC.Get("m"))}");
        using (LogicalThreadContext.Stacks["NDC"].Push("logical"))
        {
            NDC.Push("thread");
            golden.Line($"logical NDC hides the thread's: {Formatted("%ndc")}");
        }

        NDC.Clear();
        LogicalThreadContext.Properties.Clear();
    }

    private static void Keys(Golden golden)
    {
        ThreadContext.Properties.Clear();
        ThreadContext.Properties["b"] = 1;
        ThreadContext.Properties["a"] = 2;
        golden.Line(string.Join(',', ThreadContext.Properties.GetKeys()!.Order(StringComparer.Ordinal)));
        ThreadContext.Properties.Clear();
        OtherThread.Run(() => golden.Line($"a thread that set nothing: {(ThreadContext.Properties.GetKeys() is null ? "<null>" : "array")}"));
    }

    /// <summary>A fresh event: it looks at the contexts when it is asked for the first time.</summary>
    private static LoggingEvent Live(Hierarchy? repository = null) => Make.Live(repository ?? Make.Repository(), Level.Info, "m");

    private static string Formatted(string pattern) => Golden.Quote(new PatternLayout(pattern).Format(Live()));

    private sealed class Active(Func<int> next) : IFixingRequired
    {
        public object GetFixedObject() => "fixed " + next();

        public override string ToString() => "text " + next();
    }
}
