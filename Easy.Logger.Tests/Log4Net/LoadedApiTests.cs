using Easy.Logger.Tests.Support.PublicApi;

namespace Easy.Logger.Tests.Log4Net;

/// <summary>The log4net of this run has what was recorded. On the real package this fails when the recording went stale.</summary>
[Category("Conformance")]
internal sealed class LoadedApiTests
{
    private static readonly ApiListing _loaded = ApiReader.Read(typeof(log4net.ILog).Assembly);

    [Test]
    public void Surface_RecordedLines_AreAllThere()
    {
        string[] missing = [.. RecordedApi.Listing.Without(_loaded)];

        Assert.That(missing, Is.Empty, string.Join('\n', missing));
    }

    [Test]
    public void Surface_TypesNotKnownAsOutside_HaveNothingMore()
    {
        ApiListing inside = new(_loaded.Types.Where(type => !RecordedApi.TypesOutside.Contains(type.FullName)));
        string[] unknown = [.. inside.Without(RecordedApi.Listing)];

        Assert.That(unknown, Is.Empty, string.Join('\n', unknown));
    }
}
