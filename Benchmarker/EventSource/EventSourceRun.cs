using Benchmarker.Measuring;

namespace Benchmarker.EventSource;

/// <summary>Measures all subjects in front of an audience. Not thread-safe.</summary>
internal sealed class EventSourceRun(int cycles)
{
    private readonly IReadOnlyList<Subject> _subjects = Subjects.All();

    /// <summary>Measures all lengths.</summary>
    /// <param name="audience">Who hears of the events.</param>
    /// <exception cref="InvalidDataException">An event did not arrive: the times would be those of throwing events away.</exception>
    public IEnumerable<EventSourceRow> Measure(Audience audience)
    {
        using IHearing hearing = Hearing.Of(audience);
        long written = 0;
        BurstRun run = new(_subjects, calls => hearing.AwaitAll(written += calls));
        foreach (int length in Subjects.Lengths)
        {
            foreach (Subject subject in _subjects)
            {
                subject.Prepare(length);
            }

            foreach (EventSourceRow row in EventSourceRow.Of(run.Measure(cycles), audience, length))
            {
                yield return row;
            }
        }
    }
}
