namespace Easy.Logger.Tests.Packaging;

[Category("Packaging")]
[Explicit(PackedPackages.TakesMinutes)]
internal sealed class PackingTests
{
    /// <summary>For one framework: the compiler is given the same options for the other.</summary>
    [Test]
    public void Assemblies_SameCommitInAnotherFolder_AreTheSameBytes()
    {
        const string Framework = "net10.0";
        using Checkout other = PackedPackages.Source.Clone();
        string folder = other.Pack($"-p:TargetFrameworks={Framework}");
        foreach (Package package in PackedPackages.All)
        {
            Package again = new(Path.Combine(folder, $"{package.Id}.{package.Version}.nupkg"));
            string[] files = [.. package.Files.Where(file => file.StartsWith($"lib/{Framework}/", StringComparison.Ordinal))];
            Assert.That(files, Is.Not.Empty);
            foreach (string file in files)
            {
                Assert.That(again.Bytes(file), Is.EqualTo(package.Bytes(file)), $"{package} {file}");
            }
        }
    }

    /// <summary>One logs through XML alone, one through Microsoft.Extensions.Logging.</summary>
    [Test]
    public void Packages_TwoNewApplicationsThatHaveNothingElse_WriteEveryLine() =>
        new Command(Repository.Root).Succeeds("bash", ".ci/new-app", PackedPackages.Folder);
}
