namespace Easy.Logger.DogStatsd.Tags;

/// <summary>
/// The tags that Datadog's conventions take from the environment:
/// https://docs.datadoghq.com/getting_started/tagging/unified_service_tagging. Stateless.
/// </summary>
internal static class EnvironmentTags
{
    private const string AllTags = "DD_TAGS";

    private static readonly (string Variable, string Key)[] _single =
    [
        ("DD_ENTITY_ID", "dd.internal.entity_id"), ("DD_ENV", "env"), ("DD_SERVICE", "service"), ("DD_VERSION", "version"),
    ];

    /// <summary>Reads them; those of a variable of their own come after those of the list, so that they win.</summary>
    /// <param name="variable">Reads a variable of the environment.</param>
    public static IEnumerable<string> Read(Func<string, string?> variable)
    {
        foreach (string tag in (variable(AllTags) ?? string.Empty).Split(','))
        {
            yield return tag.Trim();
        }

        foreach ((string name, string key) in _single)
        {
            if (variable(name)?.Trim() is { Length: > 0 } value)
            {
                yield return $"{key}:{value}";
            }
        }
    }
}
