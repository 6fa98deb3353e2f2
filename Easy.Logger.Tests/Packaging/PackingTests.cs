namespace Easy.Logger.Tests.Packaging;

[Category("Packaging")]
[Explicit(PackedPackages.TakesMinutes)]
internal sealed class PackingTests
{
    /// <summary>For one framework and two packages: the compiler is given the same options for the others.</summary>
    [Test]
    public void Assemblies_SameCommitInAnotherFolder_AreTheSameBytes()
    {
        const string Framework = "net10.0";
        const string Project = "Easy.Logger.Loki"; // and what it refers to
        using Checkout other = PackedPackages.Source.Clone();
        other.Build(Project, $"-p:TargetFrameworks={Framework}");
        foreach (Package package in new[] { PackedPackages.Named(Project), PackedPackages.Named("Easy.Logger") })
        {
            foreach (string extension in new[] { "dll", "xml" })
            {
                byte[] again = File.ReadAllBytes(Path.Combine(other.Path, Project, "bin", "Release", Framework, $"{package}.{extension}"));
                Assert.That(again, Is.EqualTo(package.Bytes($"lib/{Framework}/{package}.{extension}")), $"{package} {extension}");
            }
        }
    }

    /// <summary>One logs through XML alone, one through Microsoft.Extensions.Logging.</summary>
    [Test]
    public void Packages_TwoNewApplicationsThatHaveNothingElse_WriteEveryLine() =>
        new Command(Repository.Root).Succeeds("bash", ".ci/new-app", PackedPackages.Folder);
}
