using System.Collections.Concurrent;
using System.Xml;
using Easy.Logger.Shared;
using Easy.Logger.Tests.Matrix;
using log4net;
using log4net.Config;
using log4net.Core;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace MatrixProbe;

/// <summary>
/// The world of one cell: a log4net repository of its own, configured through XML as users do it, with our appender before a child in
/// trouble and a healthy one.
/// </summary>
internal sealed class Stage
{
    /// <summary>Events that fit, the one with the child included.</summary>
    public const int QueueLimit = 8;

    public const string After = "after";

    public const string Echo = "echo";

    private static readonly AsyncLocal<Stage> _current = new();

    private readonly Cell _cell;
    private readonly Promise _promise;
    private readonly ConcurrentQueue<string> _internalMessages = new();
    private readonly ILog _log;
    private int _calls;

    public Stage(Cell cell, Promise promise)
    {
        _cell = cell;
        _promise = promise;
        ChildTrouble = new Trouble(this, cell.Child == ChildBehaviour.MessageLogs ? null : cell.Child);
        MessageTrouble = new Trouble(this, cell.Child);
        LogLog.LogReceived += KeepOwn;
        Repository = (Hierarchy)LogManager.CreateRepository(cell.Name);
        _log = LogManager.GetLogger(cell.Name, "matrix");
    }

    public Hierarchy Repository { get; }

    public Trouble ChildTrouble { get; }

    public Trouble MessageTrouble { get; }

    /// <summary>The appenders of all configurations.</summary>
    public ConcurrentQueue<ObservedForwarder> Appenders { get; } = [];

    /// <summary>The appender of the first configuration: the one whose child is in trouble.</summary>
    public ObservedForwarder Appender => Appenders.First();

    public ConcurrentBag<WitnessAppender> Witnesses { get; } = [];

    public string[] Written => [.. Witnesses.SelectMany(witness => witness.Messages)];

    /// <summary>Log calls begun so far.</summary>
    public int Calls => Volatile.Read(ref _calls);

    /// <summary>Whether the appender under test reported to log4net's internal log that closeTimeout ran out.</summary>
    public bool TimedOut => InternalMessages.Any(
        message => message.Contains($"[{NameOf(0)}]", StringComparison.Ordinal)
            && message.Contains("closed after closeTimeout", StringComparison.Ordinal));

    /// <summary>What log4net's internal log says about this cell.</summary>
    public IEnumerable<string> InternalMessages
    {
        get
        {
            InternalLog.Flush(5_000); // another thread writes it
            return _internalMessages;
        }
    }

    public void OpenGates()
    {
        ChildTrouble.OpenGate();
        MessageTrouble.OpenGate();
    }

    /// <summary>Where what is configured on this thread belongs.</summary>
    public static Stage Current => _current.Value!;

    /// <summary>The first configuration has the child in trouble; the next ones, as after a reload, only the healthy child.</summary>
    public void Configure()
    {
        _current.Value = this;
        bool first = Appenders.IsEmpty;
        string name = NameOf(Appenders.Count);
        XmlDocument document = new() { XmlResolver = null };
        using XmlReader reader = XmlReader.Create(new StringReader(
            $"""
            <log4net>
              {(first ? Child : string.Empty)}
              <appender name="witness" type="MatrixProbe.WitnessAppender, MatrixProbe" />
              <appender name="{name}" type="MatrixProbe.ObservedForwarder, MatrixProbe">
                <bufferSize value="{QueueLimit / 2}" />
                <queueLimit value="{QueueLimit}" />
                <idleTime value="3600000" />
                <overflow value="{_cell.Policy}" />
                <blockTimeout value="{_promise.BlockTimeout}" />
                <closeTimeout value="{_promise.CloseTimeout}" />
                {(first ? """<appender-ref ref="child" />""" : string.Empty)}
                <appender-ref ref="witness" />
              </appender>
              <root><level value="ALL" /><appender-ref ref="{name}" /></root>
            </log4net>
            """));
        document.Load(reader);
        XmlConfigurator.Configure(Repository, document.DocumentElement!);
    }

    public void Log(Level level, object message)
    {
        Interlocked.Increment(ref _calls);
        _log.Logger.Log(typeof(Stage), level, message, exception: null);
    }

    public void LogEcho() => Log(Level.Info, Echo);

    private string Child => _cell.Child == ChildBehaviour.LayoutLogs
        ? """
          <appender name="child" type="MatrixProbe.DiscardingTextAppender, MatrixProbe">
            <layout type="MatrixProbe.TroubledLayout, MatrixProbe" />
          </appender>
          """
        : """<appender name="child" type="MatrixProbe.TroubledAppender, MatrixProbe" />""";

    private string NameOf(int configuration) => $"{_cell.Name}.{configuration}";

    private void KeepOwn(object? source, LogReceivedEventArgs args)
    {
        if (args.LogLog.Message.Contains(_cell.Name, StringComparison.Ordinal))
        {
            _internalMessages.Enqueue(args.LogLog.Message);
        }
    }
}
