using System.Text;

namespace Benchmarker.DogStatsd;

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
