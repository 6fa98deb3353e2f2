using System.Buffers;
using System.Runtime.CompilerServices;
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
        _global = GlobalTags.Join(global ?? [], cleaning);
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
        new(GlobalTags.FromEnvironment(variable).Concat(global ?? []), cleaning);

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
    public void WriteTo(IBufferWriter<byte> writer, ReadOnlySpan<string?> tags) =>
        WriteTo(writer ?? throw new ArgumentNullException(nameof(writer)), tags, default);

    /// <summary>Writes the global tags and those of a message.</summary>
    /// <param name="writer">Where to.</param>
    /// <param name="tags">
    /// Names and values of the message's tags. A value that is <see langword="null" /> leaves the name alone; a name that is
    /// <see langword="null" /> or empty leaves the tag out.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="writer" /> is <see langword="null" />.</exception>
    public void WriteTo(IBufferWriter<byte> writer, ReadOnlySpan<KeyValuePair<string, string?>> tags) =>
        WriteTo(writer ?? throw new ArgumentNullException(nameof(writer)), default, tags);

    /// <summary>The global tags as text: the same string each time.</summary>
    /// <returns>The tags; <see langword="null" /> when there are none.</returns>
    public string? Format() => _global;

    /// <summary>The global tags and those of a message as text. A string is made only when the message has tags.</summary>
    /// <param name="tags">Tags of the message, each <c>name:value</c> or <c>name</c>; one that is <see langword="null" /> or empty is left
    /// out.</param>
    /// <returns>The tags; <see langword="null" /> when there are none.</returns>
    public string? Format(ReadOnlySpan<string?> tags) => tags.IsEmpty ? _global : Format(tags, default);

    /// <summary>The global tags and those of a message as text. A string is made only when the message has tags.</summary>
    /// <param name="tags">
    /// Names and values of the message's tags. A value that is <see langword="null" /> leaves the name alone; a name that is
    /// <see langword="null" /> or empty leaves the tag out.
    /// </param>
    /// <returns>The tags; <see langword="null" /> when there are none.</returns>
    public string? Format(ReadOnlySpan<KeyValuePair<string, string?>> tags) => tags.IsEmpty ? _global : Format(default, tags);

    /// <summary>Writes the tags of a message in either form: one of the two is empty.</summary>
    internal bool TryWrite(
        Span<byte> destination, ReadOnlySpan<string?> texts, ReadOnlySpan<KeyValuePair<string, string?>> pairs, out int bytesWritten) =>
        pairs.IsEmpty ? TryWrite(destination, texts, out bytesWritten) : TryWriteAll(destination, pairs, out bytesWritten);

    private bool TryWriteAll(Span<byte> destination, ReadOnlySpan<string?> tags, out int bytesWritten)
    {
        bool fits = TryWriteGlobal(destination, out int end);
        for (int i = 0; fits && i < tags.Length; i++)
        {
            fits = TryWriteTag(destination, tags[i], value: null, ref end);
        }

        bytesWritten = fits ? end : 0;
        return fits;
    }

    private bool TryWriteAll(Span<byte> destination, ReadOnlySpan<KeyValuePair<string, string?>> tags, out int bytesWritten)
    {
        bool fits = TryWriteGlobal(destination, out int end);
        for (int i = 0; fits && i < tags.Length; i++)
        {
            fits = TryWriteTag(destination, tags[i].Key, tags[i].Value, ref end);
        }

        bytesWritten = fits ? end : 0;
        return fits;
    }

    private bool TryWriteGlobal(Span<byte> destination, out int written)
    {
        bool fits = _globalUtf8.AsSpan().TryCopyTo(destination);
        written = fits ? _globalUtf8.Length : 0;
        return fits;
    }

    private void WriteTo(IBufferWriter<byte> writer, ReadOnlySpan<string?> texts, ReadOnlySpan<KeyValuePair<string, string?>> pairs)
    {
        if (texts.IsEmpty && pairs.IsEmpty && !HasGlobal)
        {
            return; // asking for room makes some writers allocate it
        }

        // Mostly there is room in what the writer has; more is asked for only when there is not.
        if (!TryWrite(writer.GetSpan(), texts, pairs, out int written))
        {
            TryWrite(writer.GetSpan(MaxBytes(texts, pairs)), texts, pairs, out written);
        }

        writer.Advance(written);
    }

    private string? Format(ReadOnlySpan<string?> texts, ReadOnlySpan<KeyValuePair<string, string?>> pairs)
    {
        Span<byte> stack = stackalloc byte[StackBytes];
        if (TryWrite(stack, texts, pairs, out int written))
        {
            return TextOf(stack.Slice(0, written));
        }

        byte[] rented = ArrayPool<byte>.Shared.Rent(MaxBytes(texts, pairs));
        TryWrite(rented, texts, pairs, out written);
        string? text = TextOf(rented.AsSpan(0, written));
        ArrayPool<byte>.Shared.Return(rented);
        return text;
    }

    /// <summary>Writes a tag behind those before it. One of which nothing is left needs no room, and gets no comma either.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryWriteTag(Span<byte> destination, string? name, string? value, ref int end)
    {
        if (string.IsNullOrEmpty(name))
        {
            return true;
        }

        int start = end > 0 ? end + 1 : 0;
        Span<byte> room = start <= destination.Length ? destination.Slice(start) : default;
        if (!TagText.TryWrite(name.AsSpan(), room, _cleaning, out int written))
        {
            return false;
        }

        if (written == 0)
        {
            return true; // a name of which nothing is left takes its value with it
        }

        if (value is not null)
        {
            if (written == room.Length)
            {
                return false;
            }

            room[written++] = (byte)':';
            if (!TagText.TryWrite(value.AsSpan(), room.Slice(written), _cleaning, out int more))
            {
                return false;
            }

            written += more;
        }

        if (start > end)
        {
            destination[end] = (byte)',';
        }

        end = start + written;
        return true;
    }

    private int MaxBytes(ReadOnlySpan<string?> texts, ReadOnlySpan<KeyValuePair<string, string?>> pairs)
    {
        int most = _globalUtf8.Length;
        foreach (string? text in texts)
        {
            most = checked(most + Utf8Text.MaxBytes(text?.Length ?? 0) + 1);
        }

        foreach (KeyValuePair<string, string?> pair in pairs)
        {
            most = checked(most + Utf8Text.MaxBytes((pair.Key?.Length ?? 0) + (pair.Value?.Length ?? 0)) + 2);
        }

        return most;
    }

    private string? TextOf(ReadOnlySpan<byte> written) =>
        written.Length == _globalUtf8.Length ? _global : Utf8Text.ToString(written); // nothing but the global ones
}
