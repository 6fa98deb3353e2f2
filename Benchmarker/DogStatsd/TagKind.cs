namespace Benchmarker.DogStatsd;

/// <summary>In which form a message has tags, if any.</summary>
public enum TagKind
{
    /// <summary>It has none.</summary>
    None,

    /// <summary>As texts, <c>name:value</c>.</summary>
    Array,

    /// <summary>As names and values.</summary>
    Hash,
}
