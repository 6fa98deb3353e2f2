using System.Buffers;
using Easy.Logger.DogStatsd;

namespace Benchmarker.DogStatsd;

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
