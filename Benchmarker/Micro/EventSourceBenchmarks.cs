using System.Buffers;
using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;
using Easy.Logger.EventSource.Rendering;

namespace Benchmarker.Micro;

/// <summary>
/// What does it cost to write an event with a text? The same as the command <c>event-source</c>, but one after the other: on a machine that
/// does something else, too, trust differences of some ten percent here, and the command for less.
/// </summary>
[MemoryDiagnoser]
[InvocationCount(Invocations)]
[WarmupCount(6)]
[IterationCount(10)]
public class EventSourceBenchmarks
{
    private const int Invocations = 4_096; // of the longest text a third of what the session holds

    private readonly AppenderSubject _appender = new();
    private readonly StringSubject _string = new(Subjects.OwnString);
    private SampleText _text = new(0);
    private IHearing? _hearing;
    private long _written;

    [ParamsAllValues]
    public Audience Audience { get; set; }

    [Params(10, 100, 1_000, 10_000)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Begin()
    {
        _text = new SampleText(Length);
        _appender.Prepare(Length);
        _string.Prepare(Length);
        _written = 0;
        _hearing = Hearing.Of(Audience);
    }

    [IterationCleanup]
    public void AwaitAll() => _hearing?.AwaitAll(_written);

    [GlobalCleanup]
    public void End() => _hearing?.Dispose();

    [Benchmark(Baseline = true)]
    public void NewString() => Write<StrAlloc>();

    [Benchmark]
    public void ArrayPool() => Write<PooledArray>();

    [Benchmark]
    public void ThreadStaticBuffer() => Write<ThreadStatic>();

    [Benchmark]
    public void StackAlloc() => Write<StackAlloc>();

    [Benchmark]
    public void StackAllocUncleared() => Write<StackAllocUncleared>();

    [Benchmark]
    public void EasyLogger() => Write<OwnedBuffer>();

    [Benchmark]
    public void EasyLoggerOfAString()
    {
        _written++;
        _string.Write(1);
    }

    [Benchmark]
    public void DoAppend()
    {
        _written++;
        _appender.Write(1);
    }

    private void Write<T>()
        where T : ITechnique
    {
        _written++;
        T.Write(1, Subject.N2, _text.Part);
    }
}

/// <summary>
/// A way to write an event whose text is a part of a longer one. A struct, so that the measuring loop is compiled for each by itself.
/// </summary>
internal interface ITechnique
{
    static abstract void Write(int n1, int n2, ReadOnlySpan<char> s1);
}

/// <summary>The article's first: a new string, which has a terminator.</summary>
internal readonly struct StrAlloc : ITechnique
{
    public static unsafe void Write(int n1, int n2, ReadOnlySpan<char> s1)
    {
        string text = s1.ToString();
        fixed (char* pointer = text)
        {
            HelloSource.Instance.Write(n1, n2, pointer, text.Length);
        }
    }
}

/// <summary>The article's second: a copy in an array that is rented for the call.</summary>
internal readonly struct PooledArray : ITechnique
{
    public static unsafe void Write(int n1, int n2, ReadOnlySpan<char> s1)
    {
        char[] buffer = ArrayPool<char>.Shared.Rent(s1.Length + 1);
        s1.CopyTo(buffer);
        buffer[s1.Length] = '\0';
        fixed (char* pointer = buffer)
        {
            HelloSource.Instance.Write(n1, n2, pointer, s1.Length);
        }

        ArrayPool<char>.Shared.Return(buffer);
    }
}

/// <summary>The article's third: a copy in a buffer that the thread keeps, see <see cref="EtwString" />.</summary>
internal readonly struct ThreadStatic : ITechnique
{
    public static unsafe void Write(int n1, int n2, ReadOnlySpan<char> s1)
    {
        int index = 0;
        EtwString text = new(s1, ref index);
        fixed (char* pointer = text.Span)
        {
            HelloSource.Instance.Write(n1, n2, pointer, s1.Length);
        }
    }
}

/// <summary>
/// The article's copy in a buffer of the thread. As there, but that each thread gets a buffer: an initializer runs on the first one only.
/// </summary>
internal readonly ref struct EtwString
{
    private const int Size = 32_768;

    [ThreadStatic]
    private static char[]? _buffer;

    public EtwString(ReadOnlySpan<char> source, ref int index)
    {
        int length = source.Length + 1;
        Span = new Span<char>(_buffer ??= ArrayPool<char>.Shared.Rent(Size), index, length);
        source.CopyTo(Span);
        Span[length - 1] = '\0';
        index += length;
    }

    public Span<char> Span { get; }
}

/// <summary>The article's fourth: a copy on the stack, which is cleared first.</summary>
internal readonly struct StackAlloc : ITechnique
{
    public static unsafe void Write(int n1, int n2, ReadOnlySpan<char> s1)
    {
        int length = s1.Length;
        char* buffer = stackalloc char[length + 1];
        s1.CopyTo(new Span<char>(buffer, length + 1));
        buffer[length] = '\0';
        HelloSource.Instance.Write(n1, n2, buffer, length);
    }
}

/// <summary>The article's fourth with what it did not try: a stack that is not cleared.</summary>
internal readonly struct StackAllocUncleared : ITechnique
{
    [SkipLocalsInit]
    public static unsafe void Write(int n1, int n2, ReadOnlySpan<char> s1)
    {
        int length = s1.Length;
        char* buffer = stackalloc char[length + 1];
        s1.CopyTo(new Span<char>(buffer, length + 1));
        buffer[length] = '\0';
        HelloSource.Instance.Write(n1, n2, buffer, length);
    }
}

/// <summary>
/// That of the package: a look at the flag, then a copy in memory of the thread, without the characters that would end the text early.
/// </summary>
internal readonly struct OwnedBuffer : ITechnique
{
    /// <summary>The most characters of the text; more than any that is measured.</summary>
    public const int Most = RenderLimit.DefaultBytes / (2 * sizeof(char));

    public static unsafe void Write(int n1, int n2, ReadOnlySpan<char> s1)
    {
        if (!HelloSource.Instance.IsEnabled())
        {
            return;
        }

        EventText text = EventText.Rent();
        try
        {
            TextField field = text.Field(s1, Most);
            fixed (char* pointer = text.Buffer)
            {
                HelloSource.Instance.Write(n1, n2, pointer + field.Start, field.Length);
            }
        }
        finally
        {
            text.Return();
        }
    }
}
