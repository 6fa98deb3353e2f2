using log4net.ObjectRenderer;
namespace Easy.Logger.Tests.Fidelity;

/// <summary>An appender and what it has written.</summary>
internal sealed record Output(IAppender Appender, Func<string> Read)
{
    /// <summary>Everything of an event but its time.</summary>
    public const string EveryPattern = "%C.%M:%L|%u|%w|%a|%property{tenant}|%x|%t|%p|%c|%m|%exception%n";

    /// <summary>log4net's own text appender over a string.</summary>
    public static Output Text(ILayout layout)
    {
        StringWriter writer = new(formatProvider: null); // numbers in the culture of the thread that writes, as in a file
        TextWriterAppender appender = new() { Name = "text", Layout = Activated(layout) };
        appender.Writer = writer;
        return new Output(appender, () => WithoutTime(writer.ToString()));
    }

    public static Output Text(string pattern) => Text(new PatternLayout(pattern));

    /// <summary>An appender of the application that makes a text of each event.</summary>
    public static Output Own(Func<LoggingEvent, string> text)
    {
        StringBuilder lines = new();
        return new Output(new SingleTakingAppender { OnAppend = e => lines.Append(text(e)) }, lines.ToString);
    }

    /// <summary>log4net's own file appender.</summary>
    public static Output File(string path, ILayout layout, FileAppender? appender = null)
    {
        appender ??= new FileAppender();
        appender.Name = "file";
        appender.File = path;
        appender.Layout = Activated(layout);
        appender.ActivateOptions();
        return new Output(appender, () => WithoutTime(ReadShared(path)));
    }

    /// <summary>The bytes of a file that is open for writing, one character each.</summary>
    public static string ReadShared(string path)
    {
        using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        using StreamReader reader = new(stream, Encoding.Latin1);
        return reader.ReadToEnd();
    }

    /// <summary>A layout of the application.</summary>
    public static LayoutSkeleton Layout(Func<LoggingEvent, string> text) => new DelegatingLayout((writer, e) => writer.Write(text(e)));

    private static ILayout Activated(ILayout layout)
    {
        (layout as IOptionHandler)?.ActivateOptions();
        return layout;
    }

    /// <summary>Both sides have events of their own.</summary>
    private static string WithoutTime(string text) => Regex.Replace(text, "timestamp=\"[^\"]*\"", string.Empty);
}

/// <summary>Writes a number in the culture of the writer that it gets, whatever it renders.</summary>
internal sealed class NumberRenderer : IObjectRenderer
{
    public void RenderObject(RendererMap rendererMap, object obj, TextWriter writer) => writer.Write(Comparison.Number);
}

/// <summary>Log calls whose location is found whatever the JIT compiler does: neither frame can be inlined or turned into a jump.</summary>
internal static class Located
{
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    public static void Info(ILog log, object message, Exception? exception = null) => Boundary.Info(log, message, exception);

    private static class Boundary
    {
        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
        public static void Info(ILog log, object message, Exception? exception) =>
            log.Logger.Log(typeof(Boundary), Level.Info, message, exception);
    }
}
