using log4net.Core;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace Recorder;

/// <summary>Who is told: error handlers and the library's own messages.</summary>
internal static partial class ErrorsTopic
{
    private static void OnlyOnce(Golden golden)
    {
        using LogLogCapture capture = new();
        LogLog.InternalDebugging = true;
        OnlyOnceErrorHandler handler = new("prefix");
        golden.Line($"fresh: {State(handler)} date {Golden.Show(handler.EnabledDateUtc)}");

        handler.Error("first", Make.Nested(), ErrorCode.WriteFailure);
        golden.Line($"after one: {State(handler)} ex {handler.Exception!.GetType().Name} date set {handler.EnabledDateUtc > DateTime.MinValue}");

        handler.Error("second", Make.Nested(), ErrorCode.CloseFailure);
        handler.Error("third", null!);
        handler.Error("fourth");
        golden.Line($"after four: code {handler.ErrorCode} message {Golden.Show(handler.ErrorMessage)}");
        golden.Lines(capture.Take("[prefix]", "first", "second", "WriteFailure"));

        handler.Reset();
        golden.Line($"after Reset: {State(handler)} date {Golden.Show(handler.EnabledDateUtc)}");
        handler.Error("fifth");
        golden.Lines(capture.Take("fifth", "GenericFailure"));

        LogLog.InternalDebugging = false;
        OnlyOnceErrorHandler unheard = new();
        unheard.Error("x");
        golden.Line($"InternalDebugging off: told {capture.Count}, enabled {unheard.IsEnabled}");
        LogLog.InternalDebugging = true;
        LogLog.QuietMode = true;
        new OnlyOnceErrorHandler().Error("x");
        golden.Line("QuietMode: told " + capture.Count);
        LogLog.QuietMode = false;
        LogLog.InternalDebugging = false;

        golden.Line("error codes: " + string.Join(' ', Enum.GetValues<ErrorCode>().Select(code => $"{code}={(int)code}")));
        golden.Line("default handler of a skeleton: " + new ProbeAppender().ErrorHandler.GetType().Name);
    }

    private static string State(OnlyOnceErrorHandler handler)
        => $"enabled {handler.IsEnabled} code {handler.ErrorCode} message {Golden.Show(handler.ErrorMessage)}";

    private static void NullHandler(Golden golden)
    {
        using LogLogCapture capture = new();
        ProbeAppender appender = new();
        IErrorHandler old = appender.ErrorHandler;
        appender.ErrorHandler = null!;
        golden.Line("kept the old one " + ReferenceEquals(old, appender.ErrorHandler));
        golden.Lines(capture.Take());
    }

    private static void InternalMessages(Golden golden)
    {
        WriteWith(golden, debug: false, quiet: false, emit: true);
        WriteWith(golden, debug: true, quiet: false, emit: true);
        WriteWith(golden, debug: true, quiet: true, emit: true);
        WriteWith(golden, debug: false, quiet: true, emit: true);
        WriteWith(golden, debug: true, quiet: false, emit: false);

        LogLog item = new(typeof(string), "prefix ", "message", null);
        golden.Line($"ToString {Golden.Quote(item.ToString())}; defaults: debugging {LogLog.InternalDebugging}"
            + $" quiet {LogLog.QuietMode} emit {LogLog.EmitInternalMessages}");
    }

    private static void WriteWith(Golden golden, bool debug, bool quiet, bool emit)
    {
        using LogLogCapture capture = new();
        bool emitBefore = LogLog.EmitInternalMessages;
        LogLog.InternalDebugging = debug;
        LogLog.QuietMode = quiet;
        LogLog.EmitInternalMessages = emit;
        (string output, string error) = OnConsole(WriteInternalMessages);
        LogLog.InternalDebugging = false;
        LogLog.QuietMode = false;
        LogLog.EmitInternalMessages = emitBefore;
        golden.Line($"debugging {debug} quiet {quiet} emit {emit}: enabled d{(debug && !quiet ? 1 : 0)}"
            + $", out {Golden.Quote(output)}, err {Golden.Quote(error)}");
        golden.Lines(capture.Take(true));
    }

    private static void WriteInternalMessages()
    {
        LogLog.Debug(typeof(string), "d");
        LogLog.Debug(typeof(string), "dx", Make.Nested());
        LogLog.Warn(typeof(string), "w");
        LogLog.Error(typeof(string), "e", null);
        LogLog.Error(typeof(string), "ex", Make.Nested());
    }

    private static (string Output, string Error) OnConsole(Action write)
    {
        TextWriter outputBefore = Console.Out, errorBefore = Console.Error;
        using StringWriter output = new();
        using StringWriter error = new();
        Console.SetOut(output);
        Console.SetError(error);
        write();
        Console.SetOut(outputBefore);
        Console.SetError(errorBefore);
        return (output.ToString(), error.ToString());
    }

    private static void HandlerThrows(Golden golden)
    {
        ProbeAppender appender = new() { OnAppend = _ => throw new InvalidOperationException(), ErrorHandler = new BadHandler() };
        golden.Line("DoAppend " + Golden.Try(() => appender.DoAppend(Make.Event("a", Level.Info, "m"))));
        Hierarchy repository = Make.Repository();
        repository.Root.AddAppender(appender);
        using LogLogCapture capture = new();
        golden.Line("log call " + Golden.Try(() => repository.Root.Log(typeof(ErrorsTopic), Level.Info, "m", null)));
        golden.Lines(capture.Take());
    }

    private sealed class BadHandler : IErrorHandler
    {
        public void Error(string message, Exception? e, ErrorCode errorCode) => throw new NotSupportedException();

        public void Error(string message, Exception? e) => throw new NotSupportedException();

        public void Error(string message) => throw new NotSupportedException();
    }
}
