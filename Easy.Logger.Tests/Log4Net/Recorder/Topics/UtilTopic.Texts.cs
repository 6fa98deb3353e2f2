using System.Globalization;
using log4net;
using log4net.Core;
using log4net.Util;

namespace Recorder;

/// <summary>Pattern strings, what is known of the system, and writers that do not throw.</summary>
internal sealed partial class UtilTopic
{
    private static readonly string[] _patterns =
    [
        "plain", "%property{gp}", "%property{none}", "%env{RECORDER_ENV}", "%env{NOT_SET}", "%env{}", "%newline", "100%%", "%appdomain", "%literal{x}",
        "[%10property{gp}]", "[%.3property{gp}]", "%unknown", "%message", "%identity", "%date{'x'}", "%utcdate{'x'}", "",
    ];

    private static readonly string[] _typeNames =
    [
        "System.String", "system.string", "Recorder.Journal", "Recorder.Journal, recorder", "No.Such",
        "log4net.Layout.SimpleLayout", "log4net.Layout.SimpleLayout, log4net", "log4net.Appender.FileAppender+MinimalLock",
    ];

    private void PatternStrings()
    {
        using LogLogCapture capture = new();
        GlobalContext.Properties["gp"] = "global";
        foreach (string pattern in _patterns)
        {
            golden.Line($"{Golden.Quote(pattern)} {Golden.Try(() => (object?)new PatternString(pattern).Format())}");
            golden.Lines(capture.Take());
        }

        bool isProcessId = new PatternString("%processid").Format() == Environment.ProcessId.ToString(CultureInfo.InvariantCulture);
        bool isUpperOrDigit = new PatternString("%random{200}").Format().All(c => c is >= 'A' and <= 'Z' or >= '0' and <= '9');
        golden.Line(
            $"processid is the process id {isProcessId}, random length {new PatternString("%random{12}").Format().Length} "
            + $"default {new PatternString("%random").Format().Length}, random characters upper case letters and digits {isUpperOrDigit}");
        golden.Line(
            "null pattern " + Golden.Quote(new PatternString(null!).Format())
            + ", new PatternString() " + Golden.Quote(new PatternString().Format()));

        PatternString property = new() { ConversionPattern = "%property{gp}" };
        golden.Line("before ActivateOptions " + Golden.Quote(property.Format()));
        property.ActivateOptions();
        golden.Line("after " + Golden.Quote(property.Format()));
        GlobalContext.Properties["gp"] = "changed";
        golden.Line("evaluated at every Format " + Golden.Quote(property.Format()));
        GlobalContext.Properties.Clear();
    }

    private void SystemInfos()
    {
        golden.Line(
            $"NewLine {Golden.Quote(SystemInfo.NewLine)} friendly name {SystemInfo.ApplicationFriendlyName} "
            + $"base directory of the domain {SystemInfo.ApplicationBaseDirectory == AppDomain.CurrentDomain.BaseDirectory} "
            + $"host name not empty {SystemInfo.HostName.Length > 0}");
        foreach (string name in _typeNames)
        {
            golden.Line(
                $"GetTypeFromString({Golden.Quote(name)}) "
                + $"ignore case {Golden.Try(() => SystemInfo.GetTypeFromString(name, true, true)?.FullName)} "
                + $"exact {Golden.Try(() => SystemInfo.GetTypeFromString(name, false, false)?.FullName)}");
        }

        golden.Line("TryParse int " + string.Join(" ", new[] { "5", " 5 ", "-5", "5.5", "x", "", "99999999999" }
            .Select(text => SystemInfo.TryParse(text, out int value) + ":" + value)));
        golden.Line("TryParse long " + string.Join(" ", new[] { "5", "99999999999", "x" }
            .Select(text => SystemInfo.TryParse(text, out long value) + ":" + value)));
        bool isBelowBase = SystemInfo.ConvertToFullPath("b.log").StartsWith(AppContext.BaseDirectory.TrimEnd('/'), StringComparison.Ordinal);
        golden.Line(
            "ConvertToFullPath of a rooted path " + SystemInfo.ConvertToFullPath("/a/b.log") + ", a relative one is below the base directory " + isBelowBase);
        golden.Line(
            "AssemblyShortName " + SystemInfo.AssemblyShortName(typeof(UtilTopic).Assembly)
            + " AssemblyFileName " + SystemInfo.AssemblyFileName(typeof(UtilTopic).Assembly));
        golden.Line("ProcessStartTimeUtc is the start time of events " + (SystemInfo.ProcessStartTimeUtc == LoggingEvent.StartTimeUtc));
        golden.Line(
            $"EqualsIgnoringCase {SystemInfo.EqualsIgnoringCase("a", "A")} {SystemInfo.EqualsIgnoringCase(null, null)} "
            + $"{SystemInfo.EqualsIgnoringCase(null, "a")}");
    }

    private void QuietWriters()
    {
        Journal journal = new();
        using StringWriter text = new();
        using CountingQuietTextWriter counting = new(text, new ProbeErrorHandler(journal));
        counting.Write("abc");
        counting.Write('d');
        counting.Write("efg".ToCharArray(), 1, 2);
        counting.Write((string?)null);
        counting.WriteLine("h");
        counting.Write(12.5);
        golden.Line(
            $"text {Golden.Quote(text.ToString())} count {counting.Count} (encoding of a string writer: {counting.Encoding.WebName}) "
            + $"closed {counting.Closed}");
        counting.Close();
        golden.Line($"closed {counting.Closed}");

        using BrokenWriter broken = new();
        using QuietTextWriter quiet = new(broken, new ProbeErrorHandler(journal));
        golden.Line(
            "write on a broken writer " + Golden.Try(() => quiet.Write("x"))
            + ", char " + Golden.Try(() => quiet.Write('x'))
            + ", chars " + Golden.Try(() => quiet.Write(['x'], 0, 1))
            + ", line " + Golden.Try(() => quiet.WriteLine("x"))
            + ", flush " + Golden.Try(quiet.Flush)
            + ", close " + Golden.Try(quiet.Close)
            + " closed " + quiet.Closed);
        golden.Line(journal.TakeOneLine());
        golden.Line("null handler " + Golden.Try(() => new QuietTextWriter(text, null!)));
    }

    private sealed class BrokenWriter : StringWriter
    {
        public override void Write(string? value) => throw new IOException();

        public override void Write(char value) => throw new IOException();

        public override void Write(char[] buffer, int index, int count) => throw new IOException();

        public override void Flush() => throw new IOException();

        public override void Close() => throw new IOException();
    }
}
