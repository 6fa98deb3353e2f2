using System.Buffers;
using Easy.Logger.DogStatsd.Tags;

namespace Easy.Logger.DogStatsd;

/// <summary>
/// Writes tags as DogStatsD wants them: <c>host:storage,network:gigabit</c>, UTF-8, separated by commas. The global ones are joined once;
/// those of a message are gone through once, and neither they nor anything else is allocated for or changed. Immutable, so safe for any
/// thread.
/// </summary>
/// <remarks>
/// A tag is a name, or a name and a value after the first colon. Tags that are <see langword="null" /> or empty are left out, and so are,
/// or as <see cref="TagCleaning" /> says, the characters that would end a tag early. Global tags come first. Of two global tags of one name
/// the later one counts; tags of a message are written as they come.
/// </remarks>
public sealed class DogStatsdTagSerializer
{
    private const byte Comma = (byte)',';
    private const byte Colon = (byte)':';
    private const int StackBytes = 512;

    private readonly TagCleaning _cleaning;
    private readonly string? _global;
    private readonly byte[] _globalUtf8;

    /// <summary>Makes a serializer.</summary>
    /// <param name="global">Tags that everything gets, as <c>name:value</c> or <c>name</c>; <see langword="null" /> for none.</param>
    /// <param name="cleaning">What becomes of separators in a tag.</param>
    /// <exception cref="ArgumentException">A tag has a separator, and <paramref name="cleaning" /> is
    /// <see cref="TagCleaning.Strict" />.</exception>
    public DogStatsdTagSerializer(IEnumerable<string?>? global = null, TagCleaning cleaning = TagCleaning.Strip)
    {
        _cleaning = cleaning;
        GlobalTags tags = new(cleaning);
        foreach (string? tag in global ?? [])
        {
            tags.Add(tag);
        }

        _global = tags.Join();
        _globalUtf8 = System.Text.Encoding.UTF8.GetBytes(_global ?? string.Empty);
    }

    /// <summary>Whether there are global tags.</summary>
    public bool HasGlobal => _globalUtf8.Length > 0;

    /// <summary>The global tags as they are sent; empty when there are none.</summary>
    public ReadOnlySpan<byte> GlobalUtf8 => _globalUtf8;

    /// <summary>
    /// Makes a serializer whose global tags are also those that the environment asks for, by Datadog's conventions: <c>DD_TAGS</c>, a list
    /// with commas; <c>DD_ENTITY_ID</c>, which becomes <c>dd.internal.entity_id</c>; <c>DD_ENV</c>, <c>DD_SERVICE</c> and
    /// <c>DD_VERSION</c>.
    /// </summary>
    /// <param name="global">Tags of the program's own, which win over those of the same name in the environment; <see langword="null" />
    /// for none.</param>
    /// <param name="cleaning">What becomes of separators in a tag.</param>
    /// <returns>The serializer.</returns>
    /// <exception cref="ArgumentException">A tag has a separator, and <paramref name="cleaning" /> is
    /// <see cref="TagCleaning.Strict" />.</exception>
    public static DogStatsdTagSerializer FromEnvironment(IEnumerable<string?>? global = null, TagCleaning cleaning = TagCleaning.Strip) =>
        FromVariables(Environment.GetEnvironmentVariable, global, cleaning);

    internal static DogStatsdTagSerializer FromVariables(
        Func<string, string?> variable, IEnumerable<string?>? global, TagCleaning cleaning) =>
        new(EnvironmentTags.Read(variable).Concat(global ?? []), cleaning);

    /// <summary>Writes the global tags and those of a message.</summary>
    /// <param name="destination">Where to.</param>
    /// <param name="tags">Tags of the message, each <c>name:value</c> or <c>name</c>; one that is <see langword="null" /> or empty is left
    /// out.</param>
    /// <param name="bytesWritten">Bytes that were written; 0 when there are no tags, or no room for all.</param>
    /// <returns>Whether there was room for all of them.</returns>
    public bool TryWrite(Span<byte> destination, ReadOnlySpan<string?> tags, out int bytesWritten)
    {
        if (tags.IsEmpty && _global is null)
        {
            bytesWritten = 0; // as short as it gets, so that it becomes a part of the caller
            return true;
        }

        return tags.IsEmpty ? TryWriteGlobal(destination, out bytesWritten) : TryWriteAll(destination, tags, out bytesWritten);
    }

    /// <summary>Writes the global tags and those of a message.</summary>
    /// <param name="destination">Where to.</param>
    /// <param name="tags">
    /// Names and values of the message's tags. A value that is <see langword="null" /> leaves the name alone; a name that is
    /// <see langword="null" /> or empty leaves the tag out.
    /// </param>
    /// <param name="bytesWritten">Bytes that were written; 0 when there are no tags, or no room for all.</param>
    /// <returns>Whether there was room for all of them.</returns>
    public bool TryWrite(Span<byte> destination, ReadOnlySpan<KeyValuePair<string, string?>> tags, out int bytesWritten) =>
        tags.IsEmpty ? TryWriteGlobal(destination, out bytesWritten) : TryWriteAll(destination, tags, out bytesWritten);

    /// <summary>Writes the global tags and those of a message.</summary>
    /// <param name="writer">Where to.</param>
    /// <param name="tags">Tags of the message, each <c>name:value</c> or <c>name</c>; one that is <see langword="null" /> or empty is left
    /// out.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer" /> is <see langword="null" />.</exception>
    public void WriteTo(IBufferWriter<byte> writer, ReadOnlySpan<string?> tags)
    {
        if (writer is null)
        {
            throw new ArgumentNullException(nameof(writer));
        }

        if (tags.IsEmpty)
        {
            WriteGlobal(writer);
            return;
        }

        // Mostly there is room in what the writer has; more is asked for only when there is not.
        if (!TryWriteAll(writer.GetSpan(), tags, out int written))
        {
            TryWriteAll(writer.GetSpan(MaxBytes(tags)), tags, out written);
        }

        writer.Advance(written);
    }

    /// <summary>Writes the global tags and those of a message.</summary>
    /// <param name="writer">Where to.</param>
    /// <param name="tags">
    /// Names and values of the message's tags. A value that is <see langword="null" /> leaves the name alone; a name that is
    /// <see langword="null" /> or empty leaves the tag out.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="writer" /> is <see langword="null" />.</exception>
    public void WriteTo(IBufferWriter<byte> writer, ReadOnlySpan<KeyValuePair<string, string?>> tags)
    {
        if (writer is null)
        {
            throw new ArgumentNullException(nameof(writer));
        }

        if (tags.IsEmpty)
        {
            WriteGlobal(writer);
            return;
        }

        // Mostly there is room in what the writer has; more is asked for only when there is not.
        if (!TryWriteAll(writer.GetSpan(), tags, out int written))
        {
            TryWriteAll(writer.GetSpan(MaxBytes(tags)), tags, out written);
        }

        writer.Advance(written);
    }

    /// <summary>The global tags as text: the same string each time.</summary>
    /// <returns>The tags; <see langword="null" /> when there are none.</returns>
    public string? Format() => _global;

    /// <summary>The global tags and those of a message as text. A string is made only when the message has tags.</summary>
    /// <param name="tags">Tags of the message, each <c>name:value</c> or <c>name</c>; one that is <see langword="null" /> or empty is left
    /// out.</param>
    /// <returns>The tags; <see langword="null" /> when there are none.</returns>
    public string? Format(ReadOnlySpan<string?> tags) => tags.IsEmpty ? _global : FormatAll(tags);

    /// <summary>The global tags and those of a message as text. A string is made only when the message has tags.</summary>
    /// <param name="tags">
    /// Names and values of the message's tags. A value that is <see langword="null" /> leaves the name alone; a name that is
    /// <see langword="null" /> or empty leaves the tag out.
    /// </param>
    /// <returns>The tags; <see langword="null" /> when there are none.</returns>
    public string? Format(ReadOnlySpan<KeyValuePair<string, string?>> tags) => tags.IsEmpty ? _global : FormatAll(tags);

    private string? FormatAll(ReadOnlySpan<string?> tags)
    {
        Span<byte> stack = stackalloc byte[StackBytes];
        if (TryWriteAll(stack, tags, out int written))
        {
            return TextOf(stack.Slice(0, written));
        }

        byte[] rented = ArrayPool<byte>.Shared.Rent(MaxBytes(tags));
        TryWriteAll(rented, tags, out written);
        string? text = TextOf(rented.AsSpan(0, written));
        ArrayPool<byte>.Shared.Return(rented);
        return text;
    }

    private string? FormatAll(ReadOnlySpan<KeyValuePair<string, string?>> tags)
    {
        Span<byte> stack = stackalloc byte[StackBytes];
        if (TryWriteAll(stack, tags, out int written))
        {
            return TextOf(stack.Slice(0, written));
        }

        byte[] rented = ArrayPool<byte>.Shared.Rent(MaxBytes(tags));
        TryWriteAll(rented, tags, out written);
        string? text = TextOf(rented.AsSpan(0, written));
        ArrayPool<byte>.Shared.Return(rented);
        return text;
    }

    private bool TryWriteAll(Span<byte> destination, ReadOnlySpan<string?> tags, out int bytesWritten)
    {
        if (!TryWriteGlobal(destination, out bytesWritten))
        {
            return false;
        }

        int end = bytesWritten;
        foreach (string? tag in tags)
        {
            if (string.IsNullOrEmpty(tag))
            {
                continue;
            }

            int start = StartOfTag(end);
            if (!TagText.TryWrite(tag.AsSpan(), RoomFrom(destination, start), _cleaning, out int written))
            {
                bytesWritten = 0;
                return false;
            }

            end = EndOfTag(destination, end, start, written);
        }

        bytesWritten = end;
        return true;
    }

    private bool TryWriteAll(Span<byte> destination, ReadOnlySpan<KeyValuePair<string, string?>> tags, out int bytesWritten)
    {
        if (!TryWriteGlobal(destination, out bytesWritten))
        {
            return false;
        }

        int end = bytesWritten;
        for (int i = 0; i < tags.Length; i++)
        {
            string? name = tags[i].Key;
            if (string.IsNullOrEmpty(name))
            {
                continue;
            }

            int start = StartOfTag(end);
            if (!TryWritePair(RoomFrom(destination, start), name!, tags[i].Value, out int written))
            {
                bytesWritten = 0;
                return false;
            }

            end = EndOfTag(destination, end, start, written);
        }

        bytesWritten = end;
        return true;
    }

    private static int StartOfTag(int end) => end > 0 ? end + 1 : 0;

    /// <summary>A tag of which nothing is left needs no room.</summary>
    private static Span<byte> RoomFrom(Span<byte> destination, int start) =>
        start <= destination.Length ? destination.Slice(start) : default;

    /// <summary>A tag of which nothing was left gets no comma either.</summary>
    private static int EndOfTag(Span<byte> destination, int end, int start, int written)
    {
        if (written == 0)
        {
            return end;
        }

        if (start > end)
        {
            destination[end] = Comma;
        }

        return start + written;
    }

    private void WriteGlobal(IBufferWriter<byte> writer)
    {
        if (HasGlobal)
        {
            writer.Write(_globalUtf8);
        }
    }

    private bool TryWriteGlobal(Span<byte> destination, out int written)
    {
        written = 0;
        if (!_globalUtf8.AsSpan().TryCopyTo(destination))
        {
            return false;
        }

        written = _globalUtf8.Length;
        return true;
    }

    /// <summary>A name of which nothing is left takes its value with it.</summary>
    private bool TryWritePair(Span<byte> destination, string name, string? value, out int written)
    {
        if (!TagText.TryWrite(name.AsSpan(), destination, _cleaning, out written))
        {
            return false;
        }

        if (value is null || written == 0)
        {
            return true;
        }

        if (written == destination.Length)
        {
            return false;
        }

        destination[written++] = Colon;
        bool fits = TagText.TryWrite(value.AsSpan(), destination.Slice(written), _cleaning, out int more);
        written += more;
        return fits;
    }

    private int MaxBytes(ReadOnlySpan<string?> tags)
    {
        int most = _globalUtf8.Length;
        foreach (string? tag in tags)
        {
            most = checked(most + Utf8Text.MaxBytes(tag?.Length ?? 0) + 1);
        }

        return most;
    }

    private int MaxBytes(ReadOnlySpan<KeyValuePair<string, string?>> tags)
    {
        int most = _globalUtf8.Length;
        for (int i = 0; i < tags.Length; i++)
        {
            most = checked(most + Utf8Text.MaxBytes((tags[i].Key?.Length ?? 0) + (tags[i].Value?.Length ?? 0)) + 2);
        }

        return most;
    }

    private string? TextOf(ReadOnlySpan<byte> written) =>
        written.Length == _globalUtf8.Length ? _global : Utf8Text.ToString(written); // nothing but the global ones
}
