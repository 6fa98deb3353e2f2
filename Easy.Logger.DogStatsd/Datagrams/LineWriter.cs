using System.Runtime.CompilerServices;
using Easy.Logger.DogStatsd.Tags;

namespace Easy.Logger.DogStatsd.Datagrams;

/// <summary>Writes one line into a given memory. What does not fit makes it <see cref="IsTooLong" />, and it is not sent.</summary>
internal ref struct LineWriter(Span<byte> memory)
{
    private const string FieldEnds = "|\r\n";
    private const string MemberEnds = ":|\r\n";
    private const string NameEnds = ":|@\r\n";

    private readonly Span<byte> _memory = memory;

    /// <summary>Bytes so far.</summary>
    public int Length { get; private set; }

    /// <summary>Something did not fit, or whoever writes the line does without it.</summary>
    public bool IsTooLong { get; set; }

    public readonly ReadOnlySpan<byte> Written => _memory.Slice(0, Length);

    /// <summary>Whether anything of a text is left by <see cref="WriteField(ReadOnlySpan{char})" />.</summary>
    public static bool HasField(string text) => !text.AsSpan().Trim(FieldEnds.AsSpan()).IsEmpty;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write(byte one)
    {
        if (Length < _memory.Length)
        {
            _memory[Length++] = one;
        }
        else
        {
            IsTooLong = true;
        }
    }

    public void Write(ReadOnlySpan<byte> bytes) => Advance(bytes.TryCopyTo(Room()), bytes.Length);

    public void Write(long number) => Advance(NumberText.TryWrite(number, Room(), out int written), written);

    public void Write(double number) => Advance(NumberText.TryWrite(number, Room(), out int written), written);

    /// <summary>Writes an optional field, or nothing when nothing of it is left.</summary>
    public void WriteField(ReadOnlySpan<byte> mark, string? text)
    {
        LineWriter before = this;
        Write(mark);
        Advance(CleanText.TryWrite(text.AsSpan(), FieldEnds.AsSpan(), replacement: null, Room(), out int written), written, before);
    }

    /// <summary>Writes the time of an event or a check, in seconds, or nothing when it is now.</summary>
    public void WriteTime(DateTimeOffset? time)
    {
        if (time is { } given)
        {
            Write("|d:"u8);
            Write(given.ToUnixTimeSeconds());
        }
    }

    /// <summary>Writes a text without what would end the field.</summary>
    public void WriteField(ReadOnlySpan<char> text) =>
        Advance(CleanText.TryWrite(text, FieldEnds.AsSpan(), replacement: null, Room(), out int written), written);

    /// <summary>Writes a member of a set. A colon would make two values of it.</summary>
    public void WriteMember(ReadOnlySpan<char> member) =>
        Advance(CleanText.TryWrite(member, MemberEnds.AsSpan(), (byte)'_', Room(), out int written), written);

    /// <summary>
    /// Writes a part of the name of a metric, without what would end it: <c>::</c> becomes a point, as other clients have it for the names
    /// of classes, all else an underscore.
    /// </summary>
    public void WriteName(ReadOnlySpan<char> name) =>
        Advance(CleanText.TryWrite(name, NameEnds.AsSpan(), (byte)'_', Room(), out int written, isName: true), written);

    /// <summary>Writes <c>|#</c> and the tags, or nothing when there are none.</summary>
    public void WriteTags(DogStatsdTagSerializer serializer, scoped DogStatsdTags tags)
    {
        LineWriter before = this;
        Write("|#"u8);
        Advance(serializer.TryWrite(Room(), tags.Texts, tags.Pairs, out int written), written, before);
    }

    /// <summary>Takes back the first byte.</summary>
    public void RemoveFirst()
    {
        Written.Slice(1).CopyTo(_memory);
        Length--;
    }

    private readonly Span<byte> Room() => IsTooLong ? default : _memory.Slice(Length);

    /// <summary>Nothing written behind a mark takes the mark back, even one without room.</summary>
    private void Advance(bool fits, int written, LineWriter before)
    {
        Advance(fits, written);
        if (fits && written == 0)
        {
            this = before;
        }
    }

    private void Advance(bool fits, int written)
    {
        if (fits)
        {
            Length += written;
        }
        else
        {
            IsTooLong = true;
        }
    }
}
