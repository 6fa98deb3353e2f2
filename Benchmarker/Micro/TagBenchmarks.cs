using System.Buffers;
using System.Text;
using BenchmarkDotNet.Attributes;
using Easy.Logger.DogStatsd;

namespace Benchmarker.Micro;

/// <summary>
/// What does it cost to write the tags of a metric? The article's six categories; the same as the command <c>dogstatsd</c>, but one after
/// the other.
/// </summary>
[MemoryDiagnoser]
public class TagBenchmarks
{
    private TagCalls _calls = new(TagKind.None, hasGlobal: false);

    [ParamsAllValues]
    public TagKind Tags { get; set; }

    [ParamsAllValues]
    public bool Global { get; set; }

    [GlobalSetup]
    public void SetUp() => _calls = new TagCalls(Tags, Global);

    [Benchmark(Baseline = true)]
    public string? PlainJoin() => _calls.PlainJoin();

    [Benchmark]
    public string? WithStringBuilder() => _calls.WithStringBuilder();

    [Benchmark]
    public int IntoSpan() => _calls.IntoSpan();

    [Benchmark]
    public int IntoBufferWriter() => _calls.IntoBufferWriter();

    [Benchmark]
    public string? Format() => _calls.AsString();
}

/// <summary>In which form a message has tags, if any.</summary>
public enum TagKind
{
    /// <summary>It has none.</summary>
    None,

    /// <summary>As texts, <c>name:value</c>.</summary>
    Array,

    /// <summary>As names and values.</summary>
    Hash,
}

/// <summary>The tags of one category, written once by each way.</summary>
internal sealed class TagCalls
{
    private readonly bool _isHash;
    private readonly string[] _texts;
    private readonly KeyValuePair<string, string?>[] _pairs = ArticleTags.Pairs;
    private readonly DogStatsdTagSerializer _serializer;
    private readonly PlainJoin _plainJoin;
    private readonly WithStringBuilder _withStringBuilder;
    private readonly byte[] _bytes = new byte[512];
    private readonly ArrayBufferWriter<byte> _writer = new(512);

    public TagCalls(TagKind kind, bool hasGlobal)
    {
        string[] global = hasGlobal ? ArticleTags.Global : [];
        _isHash = kind == TagKind.Hash;
        _texts = kind == TagKind.Array ? ArticleTags.Texts : [];
        _serializer = new DogStatsdTagSerializer(global);
        _plainJoin = new PlainJoin(global);
        _withStringBuilder = new WithStringBuilder(global);
    }

    /// <summary>What <see cref="IntoSpan" /> has written.</summary>
    public byte[] Bytes => _bytes;

    /// <summary>What <see cref="IntoBufferWriter" /> has written.</summary>
    public ReadOnlySpan<byte> Written => _writer.WrittenSpan;

    public int IntoSpan()
    {
        int written;
        bool fits = _isHash ? _serializer.TryWrite(_bytes, _pairs, out written) : _serializer.TryWrite(_bytes, _texts, out written);
        return fits ? written : throw new InvalidOperationException("There is room for all of them.");
    }

    public int IntoBufferWriter()
    {
        _writer.ResetWrittenCount();
        if (_isHash)
        {
            _serializer.WriteTo(_writer, _pairs);
        }
        else
        {
            _serializer.WriteTo(_writer, _texts);
        }

        return _writer.WrittenCount;
    }

    public string? AsString() => _isHash ? _serializer.Format(_pairs) : _serializer.Format(_texts);

    public string? PlainJoin() => _isHash ? _plainJoin.Format(_pairs) : _plainJoin.Format(_texts);

    public string? WithStringBuilder() => _isHash ? _withStringBuilder.Format(_pairs) : _withStringBuilder.Format(_texts);
}

/// <summary>The article's inputs.</summary>
internal static class ArticleTags
{
    public static readonly string[] Global = ["app:foo", "env:abc", "version:123"];

    public static readonly string[] Texts = ["host:storage", "network:gigabit", "request:xyz"];

    /// <summary>
    /// An array for all that are compared: it is what the package takes, and a dictionary would be slower to go through.
    /// </summary>
    public static readonly KeyValuePair<string, string?>[] Pairs =
        [new("host", "storage"), new("network", "gigabit"), new("request", "xyz")];
}

/// <summary>
/// The plain way: the tags in a list, joined by <see cref="string.Join(char, string[])" />; the global ones on each call, as in the
/// article's "before". One way for all calls: a shortcut for those without tags would be the first step away from it.
/// </summary>
internal sealed class PlainJoin(IEnumerable<string?> global)
{
    private readonly string[] _global = PlainTag.Global(global);

    public string? Format(string?[] tags)
    {
        List<string> all = new(_global.Length + tags.Length);
        all.AddRange(_global);
        foreach (string? tag in tags)
        {
            string clean = PlainTag.Clean(tag);
            if (clean.Length > 0)
            {
                all.Add(clean);
            }
        }

        return all.Count == 0 ? null : string.Join(',', all);
    }

    public string? Format(KeyValuePair<string, string?>[] tags)
    {
        List<string> all = new(_global.Length + tags.Length);
        all.AddRange(_global);
        foreach ((string name, string? value) in tags)
        {
            string clean = PlainTag.Clean(name);
            if (clean.Length > 0)
            {
                all.Add(value is null ? clean : $"{clean}:{PlainTag.Clean(value)}");
            }
        }

        return all.Count == 0 ? null : string.Join(',', all);
    }
}

/// <summary>The same with a <see cref="StringBuilder" />, which is spared the list and the texts of the pairs.</summary>
internal sealed class WithStringBuilder(IEnumerable<string?> global)
{
    private const int Capacity = 128; // of the article's tags all fit

    private readonly string[] _global = PlainTag.Global(global);

    public string? Format(string?[] tags)
    {
        if (tags.Length == 0 && _global.Length == 0)
        {
            return null;
        }

        StringBuilder text = Begin();
        foreach (string? tag in tags)
        {
            Append(text, PlainTag.Clean(tag));
        }

        return TextOf(text);
    }

    public string? Format(KeyValuePair<string, string?>[] tags)
    {
        if (tags.Length == 0 && _global.Length == 0)
        {
            return null;
        }

        StringBuilder text = Begin();
        foreach ((string name, string? value) in tags)
        {
            string clean = PlainTag.Clean(name);
            Append(text, clean);
            if (clean.Length > 0 && value is not null)
            {
                text.Append(':').Append(PlainTag.Clean(value));
            }
        }

        return TextOf(text);
    }

    private StringBuilder Begin()
    {
        StringBuilder text = new(Capacity);
        foreach (string tag in _global)
        {
            Append(text, tag);
        }

        return text;
    }

    private static void Append(StringBuilder text, string tag)
    {
        if (tag.Length == 0)
        {
            return;
        }

        if (text.Length > 0)
        {
            text.Append(',');
        }

        text.Append(tag);
    }

    private static string? TextOf(StringBuilder text) => text.Length == 0 ? null : text.ToString();
}

/// <summary>
/// What the plain ways do to a tag, as the article's serializer did. Nearly all tags come back as they are, so nothing is allocated.
/// </summary>
internal static class PlainTag
{
    public static string[] Global(IEnumerable<string?> tags) => [.. tags.Select(Clean).Where(tag => tag.Length > 0)];

    /// <summary>An empty one is left out by the caller.</summary>
    public static string Clean(string? tag) => string.IsNullOrEmpty(tag)
        ? string.Empty
        : tag.Replace("|", string.Empty, StringComparison.Ordinal).Replace(",", string.Empty, StringComparison.Ordinal);
}
