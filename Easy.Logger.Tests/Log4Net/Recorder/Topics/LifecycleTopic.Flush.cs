using log4net;
using log4net.Appender;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>LogManager.Flush, which knows the default repository only.</summary>
internal static partial class LifecycleTopic
{
    private static void Flush(Golden golden)
    {
        Hierarchy repository = (Hierarchy)LogManager.GetRepository(typeof(LifecycleTopic).Assembly);
        repository.Configured = true;
        Journal journal = new();
        List<int> budgets = [];
        ProbeAppender first = new() { Name = "first", OnFlush = Flusher("first", true, 60) };
        ProbeAppender leaf = new() { Name = "leaf", OnFlush = Flusher("leaf", true, 60) };
        ProbeAppender onX = new() { Name = "onX", OnFlush = Flusher("onX", true) };
        JournalBuffer buffer = new(journal) { Name = "buffer" }, second = new(journal) { Name = "second" };
        ForwardingAppender forward = new() { Name = "forward" };
        buffer.AddAppender(leaf);
        forward.AddAppender(buffer);
        repository.Root.AddAppender(first);
        repository.Root.AddAppender(forward);
        repository.Root.AddAppender(second);
        repository.Root.AddAppender(new PlainAppender(journal, "plain"));
        ((Logger)repository.GetLogger("x")).AddAppender(onX);

        foreach (int budget in new[] { 1000, 0, -1, 100 })
        {
            budgets.Clear();
            bool result = LogManager.Flush(budget);
            golden.Line($"Flush({budget}) {result}: {journal.TakeOneLine()}; {Describe(budget, buffer.LastTimeout, budgets)}");
        }

        leaf.OnFlush = Flusher("leaf", false);
        golden.Line($"one returns false: {LogManager.Flush(1000)} {journal.TakeOneLine()}");
        leaf.OnFlush = _ => throw new InvalidOperationException();
        golden.Line($"one throws: {Golden.Try(() => LogManager.Flush(1000))} {journal.TakeOneLine()}");
        golden.Line("Flush(-2): " + Golden.Try(() => LogManager.Flush(-2)));
        golden.Line("repository.Flush: " + Golden.Try(() => Make.Repository().Flush(10)));
        LogManager.ResetConfiguration(typeof(LifecycleTopic).Assembly);

        Func<int, bool> Flusher(string name, bool result, int milliseconds = 0) => budget =>
        {
            journal.Add("flush " + name);
            budgets.Add(budget);
            Pause.Milliseconds(milliseconds);
            return result;
        };
    }

    /// <param name="budget">What the call gave.</param>
    /// <param name="first">What the appender that is flushed first was given of it.</param>
    /// <param name="rest">What those after it were given, in order.</param>
    private static string Describe(int budget, int first, List<int> rest)
    {
        bool whole = first == budget || (budget > 0 && first <= budget && first > budget / 2);
        return $"first flushed gets the whole budget {whole}; budgets never grow {rest.Zip(rest.Skip(1)).All(pair => pair.First >= pair.Second)}"
            + $"; last is zero {rest[^1] == 0}; all equal {rest.Distinct().Count() == 1}";
    }

    private sealed class JournalBuffer(Journal journal) : BufferingForwardingAppender
    {
        public int LastTimeout { get; private set; }

        public override bool Flush(int millisecondsTimeout)
        {
            journal.Add("flush " + Name);
            LastTimeout = millisecondsTimeout;
            return base.Flush(millisecondsTimeout);
        }
    }
}
