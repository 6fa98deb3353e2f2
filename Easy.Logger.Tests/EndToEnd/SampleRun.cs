namespace Easy.Logger.Tests.EndToEnd;

/// <summary>A copy of a sample in a folder of its own, where its log begins empty.</summary>
internal sealed class SampleRun : IDisposable
{
    private readonly TempFolder _folder = new();
    private readonly TestProgram _program;

    public SampleRun(TestProgram sample)
    {
        _program = sample.CopyTo(_folder.Path);
        foreach (string log in Directory.GetFiles(_folder.Path, "*.log"))
        {
            File.Delete(log);
        }
    }

    public ProbeRun Start(params IEnumerable<string> arguments) => new(_program, arguments);

    public bool Has(string file) => File.Exists(_folder.File(file));

    public IReadOnlyList<string> Lines(string log) => _folder.Lines(log);

    public void Edit(string file, string before, string after)
    {
        string text = File.ReadAllText(_folder.File(file));
        Assert.That(text, Does.Contain(before));
        File.WriteAllText(_folder.File(file), text.Replace(before, after, StringComparison.Ordinal));
    }

    public void Dispose() => _folder.Dispose();
}
