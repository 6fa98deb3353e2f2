using System.Diagnostics.CodeAnalysis;

namespace Easy.Logger.DogStatsd;

/// <summary>The tags of one call, in either form; made by the compiler of whatever is passed. Nothing is copied. Immutable.</summary>
[SuppressMessage("Usage", "CA2225", Justification = "The constructors are the other way.")]
public readonly ref struct DogStatsdTags
{
    /// <summary>Tags as text.</summary>
    /// <param name="texts">Each <c>name:value</c> or <c>name</c>; one that is <see langword="null" /> or empty is left out.</param>
    public DogStatsdTags(ReadOnlySpan<string?> texts) => Texts = texts;

    /// <summary>Tags as names and values.</summary>
    /// <param name="pairs">Those with a value of <see langword="null" /> are a name alone; those without a name are left out.</param>
    public DogStatsdTags(ReadOnlySpan<KeyValuePair<string, string?>> pairs) => Pairs = pairs;

    internal ReadOnlySpan<string?> Texts { get; }

    internal ReadOnlySpan<KeyValuePair<string, string?>> Pairs { get; }

    internal DogStatsdCardinality Cardinality { get; init; }

    /// <summary>The same tags for a call whose cardinality is another one than that of the sender's options.</summary>
    /// <param name="cardinality">How fine the tags are that the agent adds; <see cref="DogStatsdCardinality.Default" /> for that of the
    /// options.</param>
    /// <returns>The tags.</returns>
    public DogStatsdTags WithCardinality(DogStatsdCardinality cardinality) => this with { Cardinality = cardinality };

    /// <summary>Tags as text.</summary>
    /// <param name="texts">Each <c>name:value</c> or <c>name</c>; <see langword="null" /> for none.</param>
    /// <returns>The tags.</returns>
    public static implicit operator DogStatsdTags(string?[]? texts) => new(texts.AsSpan());

    /// <summary>Tags as text.</summary>
    /// <param name="texts">Each <c>name:value</c> or <c>name</c>.</param>
    /// <returns>The tags.</returns>
    public static implicit operator DogStatsdTags(ReadOnlySpan<string?> texts) => new(texts);

    /// <summary>Tags as names and values.</summary>
    /// <param name="pairs">Those with a value of <see langword="null" /> are a name alone; <see langword="null" /> for none.</param>
    /// <returns>The tags.</returns>
    public static implicit operator DogStatsdTags(KeyValuePair<string, string?>[]? pairs) => new(pairs.AsSpan());

    /// <summary>Tags as names and values.</summary>
    /// <param name="pairs">Those with a value of <see langword="null" /> are a name alone.</param>
    /// <returns>The tags.</returns>
    public static implicit operator DogStatsdTags(ReadOnlySpan<KeyValuePair<string, string?>> pairs) => new(pairs);
}
