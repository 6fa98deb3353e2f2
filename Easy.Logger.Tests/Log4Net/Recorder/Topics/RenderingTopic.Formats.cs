using System.Globalization;
using log4net;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace Recorder;

/// <summary>Format strings: alone, and through the format methods of a log.</summary>
internal static partial class RenderingTopic
{
    private static void StringFormat(Golden golden)
    {
        using LogLogCapture capture = new();
        CultureInfo invariant = CultureInfo.InvariantCulture;
        golden.Line(Golden.Quote(new SystemStringFormat(invariant, "{0}-{1}", 1, "x").ToString()));
        golden.Line("null format " + Golden.Try(() => new SystemStringFormat(invariant, null!, 1).ToString()));
        golden.Line("null args " + Golden.Try(() => new SystemStringFormat(invariant, "a {0}", null!).ToString()));
        golden.Line("null in args " + Golden.Try(() => new SystemStringFormat(invariant, "a {0}", [null]).ToString()));
        golden.Lines(capture.Take());
        (string Format, object?[] Args)[] bad = [("{0} {1}", [1]), ("{", [1]), ("{0}", [new Throwing()]), ("{1}", [null])];
        foreach ((string format, object?[] args) in bad)
        {
            golden.Line(DescribeError(format, $"{new SystemStringFormat(invariant, format, args)}"));
            golden.Lines(capture.Take(format));
        }

        using Cultures cultures = new();
        golden.Line(
            $"invariant provider: {Golden.Quote(new SystemStringFormat(invariant, "{0}", 1.5).ToString())}, "
            + $"null provider: {Golden.Quote(new SystemStringFormat(null, "{0}", 1.5).ToString())}");
    }

    /// <summary>The text in place of a message that could not be formatted; of its wording only the elements are told.</summary>
    private static string DescribeError(string format, string text)
    {
        const string Args = "<args>";
        int start = text.IndexOf(Args, StringComparison.Ordinal);
        string args = start < 0 ? "" : text[(start + Args.Length)..text.IndexOf("</args>", StringComparison.Ordinal)];
        return $"bad {Golden.Quote(format)}: starts with <log4net.Error> {text.StartsWith("<log4net.Error>", StringComparison.Ordinal)}, "
            + $"ends {text.EndsWith("</log4net.Error>", StringComparison.Ordinal)}, "
            + $"has <format>{text.Contains($"<format>{format}</format>", StringComparison.Ordinal)}, args {Golden.Quote(args)}";
    }

    private static void LogFormatMethods(Golden golden)
    {
        using Cultures cultures = new();
        Hierarchy repository = Make.Repository();
        ProbeAppender probe = new() { Name = "p" };
        repository.Root.AddAppender(probe);
        ILog log = LogManager.GetLogger(repository.Name, "a");
        Journal types = new();
        probe.OnAppend = e => types.Add($"{e.MessageObject?.GetType().Name}");
        log.InfoFormat("{0}", 1.5);
        golden.Line($"{probe.Journal.TakeOneLine()} {types.TakeOneLine()}");
        log.InfoFormat(CultureInfo.CurrentCulture, "{0}", 1.5);
        golden.Line($"current culture given: {probe.Journal.TakeOneLine()}");
        log.InfoFormat("{0}{1}{2}", 1, 2, 3);
        log.InfoFormat("{0}{1}{2}{3}", 1, 2, 3, 4);
        log.InfoFormat("{0}", (object[])null!);
        log.InfoFormat("no args");
        golden.Line(probe.Journal.TakeOneLine());
        golden.Line($"null format: {Golden.Try(() => log.InfoFormat(null!, "x"))} {probe.Journal.TakeOneLine()}");
        log.Info("message", Make.Nested());
        log.Info(Make.Nested());
        golden.Line(probe.Journal.TakeOneLine().Replace("\n", "\\n", StringComparison.Ordinal));
        log.Info(new Throwing());
        golden.Line($"throwing object reaches the appender: {probe.Journal.Take().Count}");
    }
}
