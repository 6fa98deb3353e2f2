using System.Reflection;
using Easy.Logger.Tests.Support.PublicApi;

namespace Easy.Logger.Tests.Log4Net;

/// <summary>Code that compiles against the stand-in compiles against log4net: whatever the stand-in shows is log4net's, to the letter.</summary>
[Category("Conformance")]
internal sealed class StandInApiTests
{
    private static readonly ApiListing _standIn = ApiReader.Read(StandInPackage.Assembly);

    [Test]
    public void Assembly_Always_IsTheStandIn()
    {
        AssemblyName name = StandInPackage.Assembly.GetName();

        Assert.That(name.Name, Is.EqualTo("log4net"));
        Assert.That(name.Version, Is.EqualTo(new Version(3, 3, 2, 0)));
        Assert.That(StandInPackage.Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion, Does.EndWith("-standin"));
        Assert.That(StandInPackage.Assembly, Is.Not.SameAs(typeof(log4net.ILog).Assembly));
    }

    [Test]
    public void Surface_EveryLine_IsRecorded()
    {
        string[] unknown = [.. _standIn.Without(RecordedApi.Listing)];

        Assert.That(unknown, Is.Empty, string.Join('\n', unknown));
    }

    [Test]
    public void Surface_RecordedLines_AreAllThere()
    {
        string[] missing = [.. RecordedApi.Listing.Without(_standIn)];
        TestContext.Out.WriteLine($"types: {Share(RecordedApi.Listing.Declarations, _standIn.Declarations)}");
        TestContext.Out.WriteLine($"members: {Share(RecordedApi.Listing.Members, _standIn.Members)}");
        TestContext.Out.WriteLine($"outside the subset, not claimed: {RecordedApi.TypesOutside.Count} types");

        Assert.That(missing, Is.Empty, string.Join('\n', missing));
    }

    [Test]
    public void Surface_TypesOutsideTheSubset_AreNotClaimed() =>
        Assert.That(_standIn.Types.Select(type => type.FullName).Intersect(RecordedApi.TypesOutside), Is.Empty);

    [Test]
    public void Surface_Order_IsTheRecordedOne() => Assert.That(_standIn.ToString(), Is.EqualTo(RecordedApi.Listing.ToString()));

    private static string Share(IEnumerable<string> recorded, IEnumerable<string> claimed)
    {
        string[] all = [.. recorded];
        int there = all.Intersect(claimed).Count();
        return $"{there} of {all.Length} ({100.0 * there / all.Length:0.0} %)";
    }
}
