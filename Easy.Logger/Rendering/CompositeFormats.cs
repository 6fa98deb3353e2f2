#if NET
using System.Runtime.CompilerServices;
using System.Text;

namespace Easy.Logger.Rendering;

/// <summary>The parsed forms of format strings, found by reference: the same call passes the same literal. Thread-safe, without a lock.</summary>
internal static class CompositeFormats
{
    /// <summary>Format strings that are made anew for each call push each other out of so many places, and no more memory is held.</summary>
    private const int Places = 1024;

    private const int LongestFormat = 1024;

    private static readonly Entry?[] _entries = new Entry?[Places];

    /// <returns>The parsed format; <see langword="null" /> when it is too long to be kept.</returns>
    /// <exception cref="FormatException">It is none.</exception>
    public static CompositeFormat? Parse(string format)
    {
        ref Entry? place = ref _entries[RuntimeHelpers.GetHashCode(format) % Places];
        Entry? entry = place;
        if (entry is not null && ReferenceEquals(entry.Format, format))
        {
            return entry.Parsed;
        }

        if (format.Length > LongestFormat)
        {
            return null;
        }

        entry = new Entry(format, CompositeFormat.Parse(format));
        place = entry;
        return entry.Parsed;
    }

    private sealed record Entry(string Format, CompositeFormat Parsed);
}
#endif
