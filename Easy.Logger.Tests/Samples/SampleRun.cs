namespace Easy.Logger.Tests.Samples;

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

    /// <summary>Starts it with a standard output that nobody reads, until the reader ends.</summary>
    public ProbeRun StartUnread(int readerSeconds, params IEnumerable<string> arguments)
    {
        string pipe = _folder.File("output");
        string script = $"mkfifo {pipe}; sleep {readerSeconds} < {pipe} > /dev/null 2>&1 & exec \"$0\" \"$@\" > {pipe}";
        return new ProbeRun("/bin/sh", ["-c", script, _program.Host, _program.Path, .. arguments]);
    }

    public bool Has(string file) => File.Exists(_folder.File(file));

    public IReadOnlyList<string> Lines(string log) => _folder.Lines(log);

    /// <summary>Replaces a text in a file of the sample, as its reader would.</summary>
    public void Edit(string file, string before, string after)
    {
        string text = File.ReadAllText(_folder.File(file));
        Assert.That(text, Does.Contain(before));
        File.WriteAllText(_folder.File(file), text.Replace(before, after, StringComparison.Ordinal));
    }

    public void Dispose() => _folder.Dispose();
}
