using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;
using Easy.Logger.EventSource.Rendering;
using log4net.Core;

namespace Benchmarker.Micro;

/// <summary>What is measured, in the order in which it is shown.</summary>
internal static class Subjects
{
    public const string Baseline = "new string";

    /// <summary>What the package does with a text that is copied: what a layout writes, and what holds a NUL.</summary>
    public const string Own = "Easy.Logger";

    /// <summary>What it does with a string.</summary>
    public const string OwnString = "Easy.Logger, a string";

    /// <summary>The article's lengths of the text.</summary>
    public static readonly int[] Lengths = [10, 100, 1_000, 10_000];

    /// <summary>Without the appender: these write the same event.</summary>
    public static IReadOnlyList<Subject> Techniques() =>
    [
        new TechniqueSubject<StrAlloc>(Baseline, isOfArticle: true),
        new TechniqueSubject<PooledArray>("ArrayPool", isOfArticle: true),
        new TechniqueSubject<ThreadStatic>("thread-static buffer", isOfArticle: true),
        new TechniqueSubject<StackAlloc>("stackalloc", isOfArticle: true),
        new TechniqueSubject<StackAllocUncleared>("stackalloc, not cleared", isOfArticle: true),
        new TechniqueSubject<OwnedBuffer>(Own, isOfArticle: false),
        new StringSubject(OwnString),
    ];

    public static IReadOnlyList<Subject> All() => [.. Techniques(), new AppenderSubject()];
}

/// <summary>What is measured: one way to write events.</summary>
internal abstract class Subject(string name, bool isOfArticle = false) : BurstSubject(name)
{
    /// <summary>The second number of all events.</summary>
    public const int N2 = 42;

    /// <summary>Whether it is one of those that the package is compared with.</summary>
    public bool IsOfArticle { get; } = isOfArticle;

    /// <summary>Makes what is needed to write texts of a length.</summary>
    public abstract void Prepare(int length);
}

/// <summary>A technique of writing a part of a longer text, as in the article.</summary>
internal sealed class TechniqueSubject<T>(string name, bool isOfArticle) : Subject(name, isOfArticle)
    where T : struct, ITechnique
{
    private SampleText _text = new(0);

    public override void Prepare(int length) => _text = new SampleText(length);

    public override void Write(int count)
    {
        ReadOnlySpan<char> s1 = _text.Part;
        for (int i = 0; i < count; i++)
        {
            T.Write(i, N2, s1);
        }
    }
}

/// <summary>
/// What the package does with a text that is a string, as the message of a log event is: a look for what would end it early, and no copy.
/// </summary>
internal sealed class StringSubject(string name) : Subject(name)
{
    private string _text = string.Empty;

    public override void Prepare(int length) => _text = new SampleText(length).Part.ToString();

    public override void Write(int count)
    {
        string text = _text;
        for (int i = 0; i < count; i++)
        {
            Write(i, N2, text);
        }
    }

    private static unsafe void Write(int n1, int n2, string s1)
    {
        if (!HelloSource.Instance.IsEnabled())
        {
            return;
        }

        if (!TextField.TryOf(s1, OwnedBuffer.Most, out TextField field))
        {
            OwnedBuffer.Write(n1, n2, s1);
            return;
        }

        fixed (char* whole = field.Whole)
        {
            HelloSource.Instance.Write(n1, n2, whole, field.Length);
        }
    }
}

/// <summary>The appender, given an event that was made before.</summary>
internal sealed class AppenderSubject : Subject
{
    public const string SubjectName = "EventSourceAppender.DoAppend";

    private readonly EventSourceAppender _appender = new() { Name = "measured" };
    private LoggingEvent _event = New(0);

    public AppenderSubject()
        : base(SubjectName) => _appender.ActivateOptions();

    public override void Prepare(int length) => _event = New(length);

    public override void Write(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _appender.DoAppend(_event);
        }
    }

    private static LoggingEvent New(int length) =>
        new(
            typeof(AppenderSubject),
            repository: null,
            "Benchmarker.Program",
            Level.Info,
            new SampleText(length).Part.ToString(),
            exception: null);
}

/// <summary>A part of a longer text.</summary>
internal sealed class SampleText(int length)
{
    private const int Before = 7;
    private const int Behind = 9;

    private readonly string _whole =
        string.Create(Before + length + Behind, 0, (text, _) =>
        {
            for (int i = 0; i < text.Length; i++)
            {
                text[i] = (char)('a' + (i % 26));
            }
        });

    public ReadOnlySpan<char> Part => _whole.AsSpan(Before, length);
}

/// <summary>The provider of the article: one event of two numbers and a text. What gets the text into it is measured.</summary>
[EventSource(Name = ProviderName)]
internal sealed class HelloSource : System.Diagnostics.Tracing.EventSource
{
    public const string ProviderName = "EasyLogger-Benchmark";

    public const int HelloId = 1;

    private HelloSource()
    {
    }

    /// <summary>The only one: a second one of the same name would be refused.</summary>
    public static HelloSource Instance { get; } = new();

    /// <summary>Writes the event.</summary>
    /// <param name="n1">The first number.</param>
    /// <param name="n2">The second number.</param>
    /// <param name="s1">The text, with its terminator.</param>
    /// <param name="length">The characters of the text, without the terminator.</param>
    [NonEvent]
    public unsafe void Write(int n1, int n2, char* s1, int length)
    {
        // Each a whole struct: it has a reserved field, which must be zero where a method does not clear its locals.
        EventData* data = stackalloc EventData[3];
        data[0] = new EventData { DataPointer = (IntPtr)(&n1), Size = sizeof(int) };
        data[1] = new EventData { DataPointer = (IntPtr)(&n2), Size = sizeof(int) };
        data[2] = new EventData { DataPointer = (IntPtr)s1, Size = (length + 1) * sizeof(char) };
        WriteEventCore(HelloId, 3, data);
    }

    /// <summary>Never called: what the manifest is made from.</summary>
    [Event(HelloId, Level = EventLevel.Informational)]
    private void Hello(int n1, int n2, string s1) => WriteEvent(HelloId, n1, n2, s1);
}
