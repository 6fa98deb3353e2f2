namespace Easy.Logger.Tests.Support;

/// <summary>
/// One test's world, configured through XML as users do it: a folder, a log4net repository with our appender under a name of its own, and
/// what log4net's internal log says. When it ends, no worker may be left.
/// </summary>
internal sealed class LogScene : IDisposable
{
    public string Name { get; init; } = Some.Name("async");

    public TempFolder Folder { get; } = new();

    public TestRepository Repository { get; } = new();

    public InternalMessages Messages { get; } = new();

    public AsyncBufferingForwardingAppender Appender => Repository.Appender<AsyncBufferingForwardingAppender>();

    /// <summary>The names of the appenders in force.</summary>
    public IEnumerable<string> Appenders => Repository.Hierarchy.GetAppenders().Select(appender => appender.Name);

    /// <summary>Warnings and errors of our appender in the internal log.</summary>
    public IReadOnlyList<string> Complaints =>
        [.. Messages.Naming($"Easy.Logger appender [{Name}]").Where(line => !line.StartsWith("log4net: ", StringComparison.Ordinal))];

    /// <summary>Our appender as XML.</summary>
    public string Async(string options, params string[] children) =>
        $"""<appender name="{Name}" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">"""
        + $"""{options}{References(children)}</appender>""";

    /// <summary>A file child as XML; it writes <c>name.log</c> in the folder.</summary>
    public string File(string name = "file", string pattern = "%message%newline", string more = "", string type = "FileAppender") =>
        $"""
        <appender name="{name}" type="log4net.Appender.{type}">
          <file value="{Folder.File(name)}.log" />{more}
          <layout type="log4net.Layout.PatternLayout"><conversionPattern value="{pattern}" /></layout>
        </appender>
        """;

    public static string Root(params string[] references) => $"""<root><level value="ALL" />{References(references)}</root>""";

    public LogScene Configure(params string[] elements)
    {
        Repository.Configure(string.Concat(elements));
        return this;
    }

    /// <summary>The usual arrangement: the root logger, our appender, one file.</summary>
    public LogScene ConfigureFile(
        string options = "", string pattern = "%message%newline", string more = "", string type = "FileAppender") =>
        Configure(File(pattern: pattern, more: more, type: type), Async(options, "file"), Root(Name));

    /// <summary>Writes a configuration file whose root logger has one appender of this name.</summary>
    /// <returns>The file.</returns>
    public FileInfo Write(string file, string appender, string type = "log4net.Appender.MemoryAppender")
    {
        FileInfo written = new(Folder.File(file));
        System.IO.File.WriteAllText(written.FullName, Document(appender, type));
        return written;
    }

    public static string Document(string appender, string type = "log4net.Appender.MemoryAppender") =>
        $"<log4net><appender name=\"{appender}\" type=\"{type}\" />{Root(appender)}</log4net>";

    public ILog Log(string name = "test") => Repository.Log(name);

    /// <summary>Logs lines with a text and a number from 0 each.</summary>
    public void Log(string prefix, int count)
    {
        foreach (string line in Numbered(prefix, count))
        {
            Log().Info(line);
        }
    }

    /// <summary>As <see cref="Log(string, int)" />, until all of them have been forwarded or have failed.</summary>
    public void LogAndFlush(string prefix, int count)
    {
        Log(prefix, count);
        _ = Appender.Flush(-1);
    }

    /// <summary>The lines that <see cref="Log(string, int)" /> logs.</summary>
    public static IEnumerable<string> Numbered(string prefix, int count) => Enumerable.Range(0, count).Select(i => $"{prefix} {i}");

    /// <summary>The lines of all files so far whose name begins so.</summary>
    public IReadOnlyList<string> Lines(string prefix = "file") => Folder.Lines(prefix);

    /// <summary>Waits until the lines are in the file.</summary>
    public void AwaitLines(params string[] lines) =>
        Eventually.Holds(() => Lines().SequenceEqual(lines), $"the lines {string.Join(", ", lines)} are in the file");

    /// <summary>Shuts log4net down as a program does at its end, and checks that nothing of ours is left.</summary>
    public void Shutdown()
    {
        AsyncBufferingForwardingAppender[] appenders = [.. Repository.Hierarchy.GetAppenders().OfType<AsyncBufferingForwardingAppender>()];
        Repository.Dispose();
        Workers.AssertNoneLeft(appenders);
    }

    public void Dispose()
    {
        Shutdown();
        Messages.Dispose();
        Folder.Dispose();
    }

    private static string References(string[] names) => string.Concat(names.Select(name => $"""<appender-ref ref="{name}" />"""));
}
