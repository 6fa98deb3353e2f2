namespace Easy.Logger.Tests.Log4Net;

/// <summary>What the other API tests compare with was read whole.</summary>
[Category("Conformance")]
internal sealed class RecordedApiTests
{
    [Test]
    public void Listing_WrittenAgain_IsTheFile()
    {
        string file = string.Join('\n', RecordedApi.Lines.SkipWhile(line => !line.StartsWith("namespace ", StringComparison.Ordinal)));

        Assert.That(file, Does.StartWith(RecordedApi.Listing.ToString()));
        Assert.That(file[RecordedApi.Listing.ToString().Length..], Does.StartWith("# outside the subset\n"));
    }

    [Test]
    public void Listing_Names_AreThoseOfTypes()
    {
        string[] names = [.. RecordedApi.Listing.Types.Select(type => type.FullName)];

        Assert.That(names, Is.Unique);
        Assert.That(names, Does.Contain("log4net.Appender.FileAppender.MinimalLock").And.Contain("log4net.Util.TwoArgAction<T1, T2>"));
        Assert.That(names, Does.Contain("log4net.Core.LoggerRepositoryCreationEventHandler").And.Contain("log4net.Core.LoggingEventData"));
        Assert.That(names.Intersect(RecordedApi.TypesOutside), Is.Empty);
    }

    [Test]
    public void Listing_All_IsSeen()
    {
        // A reader that saw too little would have the other tests compare nothing with nothing.
        Assert.That(RecordedApi.Listing.Types, Has.Count.EqualTo(172));
        Assert.That(RecordedApi.Listing.Members.Count(), Is.EqualTo(1190));
        Assert.That(RecordedApi.TypesOutside, Has.Count.EqualTo(41));
    }
}
