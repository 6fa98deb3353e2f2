namespace Easy.Logger.DogStatsd.Tags;

/// <summary>
/// The tags that everything gets: clean, without empty ones, and one for each key, which is what stands before the first colon. Stateless.
/// </summary>
internal static class GlobalTags
{
    private static readonly (string Variable, string Key)[] _variables =
    [
        ("DD_ENTITY_ID", "dd.internal.entity_id"), ("DD_ENV", "env"), ("DD_SERVICE", "service"), ("DD_VERSION", "version"),
    ];

    /// <summary>
    /// Those that Datadog's conventions take from the environment:
    /// https://docs.datadoghq.com/getting_started/tagging/unified_service_tagging. Those of a variable of their own come after those of the
    /// list, so that they win.
    /// </summary>
    public static IEnumerable<string> FromEnvironment(Func<string, string?> variable) => (variable("DD_TAGS") ?? string.Empty).Split(',')
        .Select(tag => tag.Trim())
        .Concat(_variables.Select(each => (each.Key, Value: variable(each.Variable)?.Trim()))
            .Where(each => !string.IsNullOrEmpty(each.Value))
            .Select(each => $"{each.Key}:{each.Value}"));

    /// <summary>All of them as they are sent; a tag takes the place of an earlier one of its key.</summary>
    /// <returns><see langword="null" /> when there are none.</returns>
    /// <exception cref="ArgumentException">One has a separator, and must not.</exception>
    public static string? Join(IEnumerable<string?> global, TagCleaning cleaning)
    {
        List<string> tags = [];
        foreach (string tag in global.OfType<string>())
        {
            if (cleaning == TagCleaning.Strict && TagText.HasSeparator(tag.AsSpan()))
            {
                throw new ArgumentException(
                    $"The tag '{tag}' has a character that would end it early: a comma, a | or a line break.", nameof(global));
            }

            string clean = TagText.Clean(tag, cleaning);
            string key = KeyOf(clean);
            int known = tags.FindIndex(other => KeyOf(other) == key);
            if (clean.Length > 0 && known >= 0)
            {
                tags[known] = clean;
            }
            else if (clean.Length > 0)
            {
                tags.Add(clean);
            }
        }

        return tags.Count == 0 ? null : string.Join(",", tags);
    }

    private static string KeyOf(string tag) => tag.Split([':'], 2)[0];
}
