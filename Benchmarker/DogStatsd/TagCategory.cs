namespace Benchmarker.DogStatsd;

/// <summary>One of the article's categories.</summary>
/// <param name="Name">The article's name of it.</param>
/// <param name="Kind">The tags of the message.</param>
/// <param name="HasGlobal">Whether there are global tags, too.</param>
/// <param name="RubyPerSecond">What the article gives for Ruby after its change: calls per second, on other hardware.</param>
/// <param name="RubyBytes">And bytes allocated per call.</param>
internal sealed record TagCategory(string Name, TagKind Kind, bool HasGlobal, double RubyPerSecond, int RubyBytes)
{
    /// <summary>https://github.com/DataDog/dogstatsd-ruby/pull/155, in its order.</summary>
    public static readonly IReadOnlyList<TagCategory> All =
    [
        new("no tags", TagKind.None, HasGlobal: false, 19_240_000, 0),
        new("global tags", TagKind.None, HasGlobal: true, 18_060_000, 0),
        new("tags Array", TagKind.Array, HasGlobal: false, 636_860, 328),
        new("tags Hash", TagKind.Hash, HasGlobal: false, 429_507, 568),
        new("tags Array + global tags", TagKind.Array, HasGlobal: true, 534_067, 368),
        new("tags Hash + global tags", TagKind.Hash, HasGlobal: true, 383_639, 608),
    ];
}
