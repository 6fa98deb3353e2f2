using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;
using Easy.Logger.Loki.Batching;

namespace Easy.Logger.Loki.Lines;

/// <summary>
/// Text that becomes UTF-8 where it is sent from, up to a number of bytes: what is longer is cut off between two characters and says so.
/// Half a character becomes a question mark, and so does U+FFFD, which may stand for one: Loki refuses a push with it in a label, and over
/// gRPC it stores metadata with it, which then fails every query that finds the line. Reused; not thread-safe.
/// </summary>
internal sealed class LineWriter : TextWriter
{
    /// <summary>The character that stands for what is no character.</summary>
    public const char Replaced = '\uFFFD';

    private const int PieceLength = 1_024;
    private const int MaxBytesOfChar = 3; // of UTF-16; a pair takes four for two
    private const char Replacement = '?';

    private static readonly System.Text.Encoding _utf8 =
        System.Text.Encoding.GetEncoding(
            "utf-8", new EncoderReplacementFallback(Replacement.ToString()), DecoderFallback.ReplacementFallback);
    private static readonly byte[] _marker = _utf8.GetBytes("… (cut off)");

    private readonly ByteBuffer _buffer;
    private readonly char[] _pair = new char[2];
    private readonly char[] _one = new char[1];
    private int _start;
    private int _most;
    private char _high; // the first half of a character whose second half may follow
    private bool _isCut;

    public LineWriter(ByteBuffer buffer)
        : base(CultureInfo.InvariantCulture) => _buffer = buffer;

    public override System.Text.Encoding Encoding => _utf8;

    /// <summary>Begins a text at the end of the buffer.</summary>
    /// <param name="most">The most bytes it may have.</param>
    public void Begin(int most)
    {
        _start = _buffer.Length;
        _most = most;
        _high = '\0';
        _isCut = false;
    }

    /// <summary>Ends it.</summary>
    /// <param name="withoutLineEnd">Whether the end of the line is not part of the text.</param>
    /// <returns>Its length in bytes.</returns>
    public int End(bool withoutLineEnd = false)
    {
        EndPair(next: '\0');
        ReadOnlySpan<byte> text = _buffer.Written.Slice(_start);
        if (_isCut || text.Length > _most)
        {
            bool says = _most > _marker.Length;
            _buffer.Length = _start + Boundary(text, _most - (says ? _marker.Length : 0));
            _buffer.Write(says ? _marker : []);
        }
        else if (withoutLineEnd)
        {
            while (_buffer.Length > _start && _buffer.Bytes[_buffer.Length - 1] is (byte)'\r' or (byte)'\n')
            {
                _buffer.Length--;
            }
        }

        return _buffer.Length - _start;
    }

    public override void Write(char value)
    {
        _one[0] = value;
        Append(_one);
    }

    [SuppressMessage("Naming", "CA1725", Justification = "The base's name of the parameter is that of a type.")]
    public override void Write(char[] buffer, int index, int count) => Append(buffer.AsSpan(index, count));

    public override void Write(string? value) => Append(value.AsSpan());

#if NET
    public override void Write(ReadOnlySpan<char> buffer) => Append(buffer);
#else
    public void Write(ReadOnlySpan<char> buffer) => Append(buffer);
#endif

    /// <summary>The text with a question mark for each U+FFFD and each half of a character.</summary>
    public static string Whole(string text) => _utf8.GetString(_utf8.GetBytes(text)).Replace(Replaced, Replacement);

    /// <summary>The end of the last whole character at or before a place.</summary>
    private static int Boundary(ReadOnlySpan<byte> text, int at)
    {
        while (at > 0 && at < text.Length && (text[at] & 0xC0) == 0x80)
        {
            at--;
        }

        return Math.Min(at, text.Length);
    }

    private void Append(ReadOnlySpan<char> text)
    {
        if (_isCut || text.IsEmpty)
        {
            return;
        }

        if (EndPair(text[0]))
        {
            text = text.Slice(1);
        }

        while (!text.IsEmpty && !_isCut)
        {
            ReadOnlySpan<char> piece = text.Slice(0, Math.Min(text.Length, PieceLength));
            text = text.Slice(piece.Length);
            if (char.IsHighSurrogate(piece[piece.Length - 1]))
            {
                _high = piece[piece.Length - 1];
                piece = piece.Slice(0, piece.Length - 1);
            }

            Encode(piece);
            if (!text.IsEmpty && EndPair(text[0]))
            {
                text = text.Slice(1);
            }
        }
    }

    /// <summary>Writes the half of a character that waits, with its second half or as what stands for half a character.</summary>
    /// <returns>Whether the next one was its second half.</returns>
    private bool EndPair(char next)
    {
        if (_high == '\0')
        {
            return false;
        }

        bool isPair = char.IsLowSurrogate(next);
        _pair[0] = isPair ? _high : Replacement;
        _pair[1] = next;
        _high = '\0';
        Encode(_pair.AsSpan(0, isPair ? 2 : 1));
        return isPair;
    }

    private void Encode(ReadOnlySpan<char> text)
    {
        int replaced;
        while ((replaced = text.IndexOf(Replaced)) >= 0)
        {
            EncodeWhole(text.Slice(0, replaced));
            _buffer.WriteByte((byte)Replacement);
            text = text.Slice(replaced + 1);
        }

        EncodeWhole(text);
        _isCut = _buffer.Length - _start > _most; // what follows is not needed any more
    }

    private void EncodeWhole(ReadOnlySpan<char> text)
    {
        Span<byte> room = _buffer.GetSpan(text.Length * MaxBytesOfChar);
#if NET
        _buffer.Advance(_utf8.GetBytes(text, room));
#else
        unsafe
        {
            fixed (char* from = text)
            fixed (byte* to = room)
            {
                _buffer.Advance(text.IsEmpty ? 0 : _utf8.GetBytes(from, text.Length, to, room.Length));
            }
        }
#endif
    }
}
