using System.Globalization;
using System.Text;

namespace Easy.Logger.Forwarding;

/// <summary>The text of a batch: a writer over one array that is kept from batch to batch. Worker only.</summary>
internal sealed class RenderedText : TextWriter
{
    /// <summary>An array that one huge batch has blown up beyond this many characters is not kept.</summary>
    private const int LargestKept = 1 << 20;

    private char[] _chars = new char[16 * 1024];
    private int _length;

    public RenderedText()
        : base(CultureInfo.CurrentCulture)
    {
    }

    /// <summary>Characters so far. Setting a smaller number takes the rest back.</summary>
    public int Length
    {
        get => _length;
        set => _length = value;
    }

    public override Encoding Encoding => Encoding.Unicode;

    public void Clear()
    {
        _length = 0;
        if (_chars.Length > LargestKept)
        {
            _chars = new char[LargestKept];
        }
    }

    public void CopyTo(TextWriter writer) => writer.Write(_chars, 0, _length);

    public override void Write(char value)
    {
        Reserve(1);
        _chars[_length++] = value;
    }

    public override void Write(char[] buffer, int index, int count)
    {
        Reserve(count);
        Array.Copy(buffer, index, _chars, _length, count);
        _length += count;
    }

    public override void Write(string? value)
    {
        if (value is not null)
        {
            Reserve(value.Length);
            value.CopyTo(0, _chars, _length, value.Length);
            _length += value.Length;
        }
    }

#if NET
    public override void Write(ReadOnlySpan<char> buffer)
    {
        Reserve(buffer.Length);
        buffer.CopyTo(_chars.AsSpan(_length));
        _length += buffer.Length;
    }
#endif

    public override string ToString() => new(_chars, 0, _length);

    private void Reserve(int count)
    {
        if (_chars.Length - _length < count)
        {
            Array.Resize(ref _chars, Math.Max(_chars.Length * 2, _length + count));
        }
    }
}
