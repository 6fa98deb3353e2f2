using Easy.Logger.Tests.Support.PublicApi;

namespace Easy.Logger.Tests.Conventions.PublicApi;

/// <summary>Approved text and a read assembly compare by type and line, wherever the lines stand.</summary>
internal sealed class ApiListingTests
{
    private const string Text =
        """
        # for people

        namespace A

        [Mark(Kind.Class)] public class First : Base where T : class
          public First()
          public int Count { get; }

        public delegate Func<int, A> Second<T, U>(T one)

        namespace A.B

        public readonly record struct First<T>.Inner
          public First()

        """;

    private readonly ApiListing _listing = ApiListing.Parse(Text.Split('\n'));

    [Test]
    public void Parse_Types_HaveTheirWholeNames() =>
        Assert.That(_listing.Types.Select(type => type.FullName), Is.EqualTo(new[] { "A.First", "A.Second<T, U>", "A.B.First<T>.Inner" }));

    [Test]
    public void ToString_Parsed_IsTheTextWithoutRemarks() =>
        Assert.That(_listing.ToString(), Is.EqualTo(Text[Text.IndexOf("namespace", StringComparison.Ordinal)..] + "\n"));

    [Test]
    public void ToString_Read_CanBeParsed()
    {
        ApiListing read = ApiReader.Read(typeof(ApiListingTests).Assembly);
        ApiListing parsed = ApiListing.Parse(read.ToString().Split('\n'));

        Assert.That(parsed.Types.Select(type => type.FullName), Is.EqualTo(read.Types.Select(type => type.FullName)));
        Assert.That(parsed.Without(read).Concat(read.Without(parsed)), Is.Empty);
    }

    [TestCase("  public int Count { get; }", "A.First: public int Count { get; }")]
    [TestCase("  public First()", "A.First: public First()")]
    [TestCase("public readonly record struct First<T>.Inner", "A.B.First<T>.Inner: public readonly record struct First<T>.Inner")]
    public void Without_LineDiffers_NamesItAlone(string line, string expected)
    {
        string[] lines = Text.Split('\n');
        lines[Array.IndexOf(lines, line)] = line.Replace("public", "protected", StringComparison.Ordinal);

        Assert.That(_listing.Without(ApiListing.Parse(lines)), Is.EqualTo(new[] { expected }));
    }

    [Test]
    public void Without_SameLines_IsEmpty() => Assert.That(_listing.Without(ApiListing.Parse(Text.Split('\n'))), Is.Empty);
}
