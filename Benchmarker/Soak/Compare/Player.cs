using System.Globalization;
using System.Security.Principal;
using log4net;
using log4net.Core;
using log4net.Repository;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace Benchmarker.Soak.Compare;

/// <summary>One thread of a case: does its steps, in the same way in every run.</summary>
internal sealed class Player(int thread, Hierarchy hierarchy)
{
    private static readonly CultureInfo[] _cultures = [CultureInfo.InvariantCulture, Culture(",", "|"), Culture("~", "/")];

    private readonly MutableValue _mutable = new();
    private readonly object?[] _arguments = new object?[8];
    private readonly InvalidOperationException _exception = new($"thrown again by T{thread}");
    private int _line;

    public void Play(Step step)
    {
        switch (step)
        {
            case LogStep log:
                Log(log);
                break;
            case ContextStep context:
                Set(context);
                break;
            case CultureStep { Culture: var culture }:
                CultureInfo.CurrentCulture = _cultures[culture];
                break;
            case PrincipalStep { Name: var name }:
                Thread.CurrentPrincipal = name is null ? null : new GenericPrincipal(new GenericIdentity(name), roles: null);
                break;
            case MutateStep:
                _mutable.Change();
                break;
        }
    }

    private static CultureInfo Culture(string point, string separator)
    {
        CultureInfo culture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        culture.NumberFormat.NumberDecimalSeparator = point;
        culture.NumberFormat.NegativeSign = "minus";
        culture.DateTimeFormat.DateSeparator = separator;
        culture.DateTimeFormat.ShortDatePattern = "dd/MM/yyyy";
        return culture;
    }

    private void Log(LogStep step)
    {
        ILog log = LogManager.GetLogger(hierarchy.Name, step.Logger);
        string mark = $"T{thread}#{_line++} ";
        Exception? exception = step.HasException ? Thrown(step.Message.Number) : null;
        switch (step.Call)
        {
            case CallKind.Message:
                LogMessage(log, step.Level, MessageOf(mark, step.Message), exception);
                break;
            case CallKind.Format:
                LogFormat(log, step.Level, mark + step.Message.Format, ArgumentsOf(step.Message));
                break;
            case CallKind.EventArray:
                // The way of an appender that is attached elsewhere: arrays of events.
                LoggingEvent[] events = [.. Enumerable.Range(0, 3).Select(i => EventOf(step, $"{mark}{i} ", exception))];
                foreach (log4net.Appender.IAppender appender in hierarchy.Root.Appenders)
                {
                    if (appender is log4net.Appender.IBulkAppender bulk)
                    {
                        bulk.DoAppend(events);
                    }
                    else
                    {
                        Array.ForEach(events, appender.DoAppend);
                    }
                }

                break;
            default:
                log.Logger.Log(EventOf(step, mark, exception));
                break;
        }

        if (step.Message.ReusesArray)
        {
            Array.Fill(_arguments, "overwritten after the call");
        }
    }

    private Exception Thrown(int number)
    {
        if (number % 3 == 0)
        {
            return _exception;
        }

        try
        {
            throw number % 3 == 1 ? new ArgumentException($"number {number}") : _exception;
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException)
        {
            return e;
        }
    }

    private LoggingEvent EventOf(LogStep step, string mark, Exception? exception)
    {
        object? message = MessageOf(mark, step.Message);
        LoggingEvent loggingEvent = step.Call switch
        {
            CallKind.SubclassedEvent => new SecretEvent(hierarchy, step.Logger, step.Level, message, exception),
            CallKind.DataEvent => new LoggingEvent(typeof(Player), hierarchy, new LoggingEventData
            {
                LoggerName = step.Logger,
                Level = step.Level,
                Message = mark + step.Message.Format,
                ThreadName = $"data {thread}",
                TimeStampUtc = new DateTime(2024, 2, 29, 13, 7, 5, DateTimeKind.Utc),
                ExceptionString = exception?.Message,
            }),
            CallKind.CompleteDataEvent => new LoggingEvent(typeof(Player), hierarchy, new LoggingEventData
            {
                LoggerName = step.Logger,
                Level = step.Level,
                Message = mark + step.Message.Format,
                ThreadName = $"data {thread}",
                TimeStampUtc = new DateTime(2024, 2, 29, 13, 7, 5, DateTimeKind.Utc),
                ExceptionString = exception?.Message ?? string.Empty,
                Domain = "data",
                Identity = "data",
                UserName = "data",
                Properties = new PropertiesDictionary(),
                LocationInfo = new LocationInfo("Data", "Make", "data.cs", "1"),
            }),
            _ => new LoggingEvent(typeof(Player), hierarchy, step.Logger, step.Level, message, exception),
        };
        if (step.Property is { } property)
        {
            loggingEvent.Properties[property] = ValueOf(ValueKind.Mutable, step.Message.Number);
            loggingEvent.Properties["event"] = step.Message.Number;
        }

        return loggingEvent;
    }

    private object? MessageOf(string mark, MessageSpec message) => message.Kind switch
    {
        ValueKind.Text => mark + message.Format,
        ValueKind.Mutable => new SystemStringFormat(CultureInfo.CurrentCulture, mark + "{0}", _mutable),
        ValueKind.Double => new SystemStringFormat(CultureInfo.InvariantCulture, mark + "{0:N2} {1}", 1234.5, 22), // as ILog makes it
        _ => ValueOf(message.Kind, message.Number),
    };

    private object?[] ArgumentsOf(MessageSpec message)
    {
        object?[] values = [.. message.Arguments.Select(kind => ValueOf(kind, message.Number))];
        if (!message.ReusesArray)
        {
            return values;
        }

        Array.Clear(_arguments);
        values.CopyTo(_arguments, 0);
        return _arguments;
    }

    private object? ValueOf(ValueKind kind, int number) => kind switch
    {
        ValueKind.Text => $"v{number}",
        ValueKind.Number => number,
        ValueKind.Double => number + 0.5,
        ValueKind.Date => new DateTime(2024, 1, 2, 3, 4, 5).AddDays(number),
        ValueKind.Null => null,
        ValueKind.Mutable => _mutable,
        _ => new ThrowingValue(),
    };

    private void Set(ContextStep step)
    {
        object? value = ValueOf(step.Value, step.Number);
        switch (step.Context)
        {
            case ContextKind.Thread:
                ThreadContext.Properties[step.Key] = value;
                break;
            case ContextKind.Logical:
                LogicalThreadContext.Properties[step.Key] = value;
                break;
            case ContextKind.Global:
                GlobalContext.Properties[step.Key] = value;
                break;
            case ContextKind.ThreadStack when step.Number % 3 == 0 && ThreadContext.Stacks[step.Key].Count > 1:
                ThreadContext.Stacks[step.Key].Pop();
                break;
            case ContextKind.ThreadStack:
                ThreadContext.Stacks[step.Key].Push($"pushed {step.Number}");
                break;
            case ContextKind.LogicalStack when step.Number % 3 == 0 && LogicalThreadContext.Stacks[step.Key].Count > 1:
                LogicalThreadContext.Stacks[step.Key].Pop();
                break;
            default:
                LogicalThreadContext.Stacks[step.Key].Push($"pushed {step.Number}");
                break;
        }
    }

    private static void LogMessage(ILog log, Level level, object? message, Exception? exception)
    {
        Action<object?, Exception?> call = level.Name switch
        {
            "DEBUG" => log.Debug,
            "INFO" => log.Info,
            "WARN" => log.Warn,
            "ERROR" => log.Error,
            _ => log.Fatal,
        };
        call(message, exception);
    }

    private static void LogFormat(ILog log, Level level, string format, object?[] arguments)
    {
        if (level == Level.Error)
        {
            log.ErrorFormat(CultureInfo.CurrentCulture, format, arguments);
            return;
        }

        Action<string, object?[]> call = level.Name switch
        {
            "DEBUG" => log.DebugFormat,
            "INFO" => log.InfoFormat,
            "WARN" => log.WarnFormat,
            _ => log.FatalFormat,
        };
        call(format, arguments);
    }
}

/// <summary>A message that hides something.</summary>
internal sealed class SecretEvent(ILoggerRepository repository, string logger, Level level, object? message, Exception? exception)
    : LoggingEvent(typeof(Player), repository, logger, level, message, exception)
{
    public override string? RenderedMessage => base.RenderedMessage?.Replace('2', '#');

    public override void WriteRenderedMessage(TextWriter writer) => writer.Write(RenderedMessage);
}

/// <summary>A value that prints another text after each <see cref="Change" />, in the culture of whoever asks.</summary>
internal sealed class MutableValue
{
    private double _value = 1.5;

    public void Change() => _value++;

    public override string ToString() => string.Create(CultureInfo.CurrentCulture, $"mutable {_value}");
}

internal sealed class ThrowingValue
{
    public override string ToString() => throw new InvalidOperationException("cannot be rendered");
}
