namespace Easy.Logger.Tests.Packaging;

/// <summary>
/// The source tree as it is, uncommitted changes included, committed to a repository of its own in another folder: packing there disturbs
/// no build of this one, and there is a commit and a remote for what a package says of its source.
/// </summary>
internal sealed class Checkout : IDisposable
{
    public const string Remote = "https://github.com/easy-logger-tests/easy-logger";

    private readonly TempFolder _folder = new();

    private Checkout() => Path = _folder.File("source");

    public string Path { get; }

    /// <summary>What git knows or would take in. Fails as ignored where it knows nothing.</summary>
    public static Checkout OfWorkTree()
    {
        Checkout checkout = new();
        Directory.CreateDirectory(checkout.Path);
        foreach (string file in Files())
        {
            string copy = System.IO.Path.Combine(checkout.Path, file);
            Directory.CreateDirectory(System.IO.Path.GetDirectoryName(copy)!);
            File.Copy(System.IO.Path.Combine(Repository.Root, file), copy);
        }

        checkout.Git("init", "--quiet");
        checkout.Git("add", "--all");
        checkout.Git(
            "-c", "user.name=Tests", "-c", "user.email=tests@localhost", "commit", "--quiet", "--no-gpg-sign", "--message", "As it is");
        checkout.Git("remote", "add", "origin", Remote);
        return checkout;
    }

    /// <summary>The same commit in another folder.</summary>
    public Checkout Clone()
    {
        Checkout clone = new();
        Git("clone", "--quiet", Path, clone.Path);
        clone.Git("remote", "set-url", "origin", Remote);
        return clone;
    }

    /// <summary>Packs all that is shipped.</summary>
    /// <param name="options">More for MSBuild.</param>
    /// <returns>The folder of the packages.</returns>
    public string Pack(params IEnumerable<string> options)
    {
        string folder = _folder.File("packages");
        Shell().Succeeds(
            "bash",
            [".ci/pack", folder, "-p:RunAnalyzers=false", "-p:ContinuousIntegrationBuild=true", "-nodeReuse:false", .. options]);
        return folder;
    }

    public Command Shell() => new(Path);

    public void Dispose() => _folder.Dispose();

    private static string[] Files()
    {
        (int exitCode, string output) = new Command(Repository.Root)
            .Run("git", "-c", "core.quotePath=false", "ls-files", "--deduplicate", "--cached", "--others", "--exclude-standard");
        string[] known = output.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        return exitCode == 0
            // or it was deleted, and that is not committed yet
            ? [.. known.Where(file => File.Exists(System.IO.Path.Combine(Repository.Root, file)))]
            : throw new IgnoreException($"git does not know this source tree: {output}");
    }

    private void Git(params IEnumerable<string> arguments) => Shell().Succeeds("git", arguments);
}
