using System.Diagnostics.Tracing;

namespace Benchmarker.EventSource;

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
