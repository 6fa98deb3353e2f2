namespace Benchmarker.DogStatsd;

/// <summary>
/// The plain way: the tags in a list, joined by <see cref="string.Join(char, string[])" />; the global ones on each call, as in the
/// article's "before". One way for all calls: a shortcut for those without tags would be the first step away from it.
/// </summary>
internal sealed class PlainJoin(IEnumerable<string?> global)
{
    private readonly string[] _global = PlainTag.Global(global);

    public string? Format(string?[] tags)
    {
        List<string> all = new(_global.Length + tags.Length);
        all.AddRange(_global);
        foreach (string? tag in tags)
        {
            string clean = PlainTag.Clean(tag);
            if (clean.Length > 0)
            {
                all.Add(clean);
            }
        }

        return all.Count == 0 ? null : string.Join(',', all);
    }

    public string? Format(KeyValuePair<string, string?>[] tags)
    {
        List<string> all = new(_global.Length + tags.Length);
        all.AddRange(_global);
        foreach ((string name, string? value) in tags)
        {
            string clean = PlainTag.Clean(name);
            if (clean.Length > 0)
            {
                all.Add(value is null ? clean : $"{clean}:{PlainTag.Clean(value)}");
            }
        }

        return all.Count == 0 ? null : string.Join(',', all);
    }
}
