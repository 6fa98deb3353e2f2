using System.Globalization;
using System.Text;

namespace Easy.Logger.Rendering;

/// <summary>The text of a batch: a writer over one array that is kept from batch to batch. Worker only.</summary>
internal sealed class TextBuffer : TextWriter
{
    /// <summary>An array that one huge batch has blown up beyond this many characters is not kept.</summary>
    private const int LargestKept = 1 << 20;

    private const int BatchCapacity = 16 * 1024;

    private char[] _chars;
    private int _length;

    public TextBuffer(int capacity = BatchCapacity)
        : base(CultureInfo.InvariantCulture) => _chars = new char[capacity];

    public override IFormatProvider FormatProvider => Provider;

    /// <summary>What numbers and dates that are written to it are formatted with.</summary>
    public IFormatProvider Provider { get; set; } = CultureInfo.InvariantCulture;

    /// <summary>Characters so far. Setting a smaller number takes the rest back.</summary>
    public int Length
    {
        get => _length;
        set => _length = value;
    }

    public char this[int index] => _chars[index];

    public override Encoding Encoding => Encoding.Unicode;

    public void Clear()
    {
        _length = 0;
        if (_chars.Length > LargestKept)
        {
            _chars = new char[LargestKept];
        }
    }

    public void CopyTo(TextWriter writer, int start, int count) => writer.Write(_chars, start, count);

    /// <summary>Encodes a part of the text.</summary>
    /// <param name="encoding">The encoding.</param>
    /// <param name="start">Where the part begins.</param>
    /// <param name="count">How many characters it has.</param>
    /// <param name="bytes">Gets the bytes; replaced by a larger array when it is too small.</param>
    /// <returns>How many bytes.</returns>
    public int GetBytes(Encoding encoding, int start, int count, ref byte[] bytes)
    {
        int most = encoding.GetMaxByteCount(count);
        if (bytes.Length < most && (count <= LargestKept / 4 || bytes.Length < (most = encoding.GetByteCount(_chars, start, count))))
        {
            bytes = new byte[most]; // for much text just what it needs, which takes a second look at it
        }

        return encoding.GetBytes(_chars, start, count, bytes, 0);
    }

    /// <summary>Encodes all of the text into an array that has room for it.</summary>
    /// <returns>How many bytes.</returns>
    public int GetBytes(Encoding encoding, byte[] bytes, int at) => encoding.GetBytes(_chars, 0, _length, bytes, at);

    /// <summary>How many bytes a part of the text becomes.</summary>
    public int ByteCount(Encoding encoding, int start, int count) => encoding.GetByteCount(_chars, start, count);

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
            WriteEnd(value, value.Length);
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

    /// <summary>Writes a part of a text.</summary>
    public void Write(string value, int start, int count)
    {
        Reserve(count);
        value.CopyTo(start, _chars, _length, count);
        _length += count;
    }

    /// <summary>Writes a value as a composite format without a width or format for it does, in the invariant culture.</summary>
    public void WriteInvariant(object? value)
    {
        switch (value)
        {
            case null:
                break;
            case string text:
                WriteEnd(text, text.Length);
                break;
#if NET
            case int number:
                WriteInvariant(number);
                break;
            case ISpanFormattable formattable:
                WriteInvariant(formattable);
                break;
#endif
            case IFormattable formattable:
                Write(formattable.ToString(format: null, CultureInfo.InvariantCulture));
                break;
            default:
                Write(value.ToString());
                break;
        }
    }

    /// <summary>Writes a text in a width.</summary>
    public void Write(string? value, FieldShape shape)
    {
        value ??= string.Empty;
        int length = Math.Min(value.Length, shape.Max);
        int missing = shape.Min - length;
        if (missing > 0 && !shape.LeftAlign)
        {
            WriteBlanks(missing);
        }

        WriteEnd(value, length);
        if (missing > 0 && shape.LeftAlign)
        {
            WriteBlanks(missing);
        }
    }

    /// <summary>Writes a number that is not negative, as every culture that counts in Latin digits does.</summary>
    public void WriteNumber(long value)
    {
        int digits = 1;
        for (long rest = value / 10; rest > 0; rest /= 10)
        {
            digits++;
        }

        Reserve(digits);
        _length += digits;
        for (int at = _length - 1; digits > 0; at--, digits--, value /= 10)
        {
            _chars[at] = (char)('0' + (value % 10));
        }
    }

    /// <summary>Writes the text of another one in a width.</summary>
    public void Write(TextBuffer value, FieldShape shape)
    {
        int length = Math.Min(value._length, shape.Max);
        int missing = shape.Min - length;
        if (missing > 0 && !shape.LeftAlign)
        {
            WriteBlanks(missing);
        }

        Write(value._chars, value._length - length, length);
        if (missing > 0 && shape.LeftAlign)
        {
            WriteBlanks(missing);
        }
    }

    public override string ToString() => ToString(0, _length);

    public string ToString(int start, int count) => new(_chars, start, count);

    /// <summary>Writes the last characters of a text.</summary>
    private void WriteEnd(string value, int length)
    {
        Reserve(length);
        value.CopyTo(value.Length - length, _chars, _length, length);
        _length += length;
    }

    private void WriteBlanks(int count)
    {
        Reserve(count);
        int start = _length;
        _length = start + count;
        for (int i = start; i < start + count; i++)
        {
            _chars[i] = ' ';
        }
    }

#if NET
    /// <summary>The same for a value that is not boxed.</summary>
    public void WriteInvariant<T>(T value)
        where T : ISpanFormattable
    {
        int written;
        while (!value.TryFormat(_chars.AsSpan(_length), out written, format: default, CultureInfo.InvariantCulture))
        {
            Reserve(_chars.Length - _length + 1);
        }

        _length += written;
    }
#endif

    private void Reserve(int count)
    {
        if (_chars.Length - _length < count)
        {
            Array.Resize(ref _chars, Math.Max(_chars.Length * 2, _length + count));
        }
    }
}
