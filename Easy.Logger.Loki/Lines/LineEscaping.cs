using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Text.Encodings.Web;

namespace Easy.Logger.Loki.Lines;

/// <summary>
/// Escapes what JSON requires and nothing else: Loki before 3.6 stores structured metadata with its escapes, so no other character may have
/// any. U+FFFD and halves of characters become question marks, see <see cref="LineWriter" />. Thread-safe.
/// </summary>
internal sealed unsafe class LineEscaping : JavaScriptEncoder
{
    private const int MaxEscapedLength = 6; // \u001F
    private const char FirstSurrogate = '\uD800';
    private const string HexDigits = "0123456789abcdef";

#if NET
    private static readonly SearchValues<byte> _specialBytes =
        SearchValues.Create([.. Enumerable.Range(0, ' ').Select(value => (byte)value), (byte)'"', (byte)'\\']);

    private static readonly SearchValues<char> _specialChars =
        SearchValues.Create([.. Enumerable.Range(0, ' ').Select(value => (char)value), '"', '\\']);
#endif

    private LineEscaping()
    {
    }

    public static LineEscaping Instance { get; } = new();

    public override int MaxOutputCharactersPerInputCharacter => MaxEscapedLength;

    private static ReadOnlySpan<byte> Replaced => [0xEF, 0xBF, 0xBD];

    public override bool WillEncode(int unicodeScalar) => unicodeScalar is < ' ' or '"' or '\\' or LineWriter.Replaced;

    [SuppressMessage("Usage", "CA1725", Justification = "The base's names differ between targets.")]
    public override bool TryEncodeUnicodeScalar(int unicodeScalar, char* buffer, int bufferLength, out int numberOfCharactersWritten)
    {
        string text = WillEncode(unicodeScalar) ? Escaped(unicodeScalar) : char.ConvertFromUtf32(unicodeScalar);
        numberOfCharactersWritten = text.Length <= bufferLength ? text.Length : 0;
        text.AsSpan(0, numberOfCharactersWritten).CopyTo(new Span<char>(buffer, bufferLength));
        return numberOfCharactersWritten > 0;
    }

    /// <summary>May stop too early, at whole surrogate pairs, which only costs time.</summary>
    public override int FindFirstCharacterToEncode(char* text, int textLength)
    {
        ReadOnlySpan<char> all = new(text, textLength);
#if NET
        int special = all.IndexOfAny(_specialChars);
        int half = (special < 0 ? all : all[..special]).IndexOfAnyInRange(FirstSurrogate, LineWriter.Replaced);
        return half < 0 ? special : half;
#else
        for (int i = 0; i < all.Length; i++)
        {
            if (all[i] is < ' ' or '"' or '\\' or (>= FirstSurrogate and <= LineWriter.Replaced))
            {
                return i;
            }
        }

        return -1;
#endif
    }

    public override int FindFirstCharacterToEncodeUtf8(ReadOnlySpan<byte> utf8Text)
    {
        int special = IndexOfSpecial(utf8Text);
        int replaced = (special < 0 ? utf8Text : utf8Text.Slice(0, special)).IndexOf(Replaced);
        return replaced < 0 ? special : replaced;
    }

    /// <remarks>The way of every line into a push, so it copies what needs no escape in one piece.</remarks>
    public override OperationStatus EncodeUtf8(
        ReadOnlySpan<byte> utf8Source, Span<byte> utf8Destination, out int bytesConsumed, out int bytesWritten, bool isFinalBlock = true)
    {
        bytesConsumed = 0;
        bytesWritten = 0;
        int replaced = utf8Source.IndexOf(Replaced);
        while (bytesConsumed < utf8Source.Length)
        {
            ReadOnlySpan<byte> piece = utf8Source.Slice(bytesConsumed, (replaced < 0 ? utf8Source.Length : replaced) - bytesConsumed);
            int special = IndexOfSpecial(piece);
            piece = special < 0 ? piece : piece.Slice(0, special);
            bool isEnd = bytesConsumed + piece.Length == utf8Source.Length;
            string escaped = isEnd ? string.Empty : Escaped(special < 0 ? LineWriter.Replaced : utf8Source[bytesConsumed + special]);
            if (piece.Length + escaped.Length > utf8Destination.Length - bytesWritten)
            {
                return OperationStatus.DestinationTooSmall;
            }

            piece.CopyTo(utf8Destination.Slice(bytesWritten));
            bytesWritten += piece.Length;
            foreach (char character in escaped)
            {
                utf8Destination[bytesWritten++] = (byte)character;
            }

            bytesConsumed += piece.Length + (isEnd ? 0 : special < 0 ? Replaced.Length : 1);
            if (special < 0 && !isEnd)
            {
                int next = utf8Source.Slice(bytesConsumed).IndexOf(Replaced);
                replaced = next < 0 ? next : bytesConsumed + next;
            }
        }

        return OperationStatus.Done;
    }

    private static string Escaped(int scalar) => scalar switch
    {
        '"' => "\\\"",
        '\\' => "\\\\",
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        LineWriter.Replaced => "?",
        _ => $"\\u00{HexDigits[scalar >> 4]}{HexDigits[scalar & 0xF]}",
    };

    private static int IndexOfSpecial(ReadOnlySpan<byte> text)
    {
#if NET
        return text.IndexOfAny(_specialBytes);
#else
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] is < (byte)' ' or (byte)'"' or (byte)'\\')
            {
                return i;
            }
        }

        return -1;
#endif
    }
}
