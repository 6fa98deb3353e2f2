using Easy.Logger.Diagnostics;
using Easy.Logger.Tests.Matrix;
using log4net;
using log4net.Core;

namespace MatrixProbe;

/// <summary>
/// Plays one cell: holds the child in the middle of its first event, fills the queue if so asked, begins the action, and only when that is
/// under way lets the child do what it does.
/// </summary>
internal sealed class CellRun
{
    private readonly Cell _cell;
    private readonly Promise _promise;
    private readonly Stage _stage;
    private readonly Verdict _verdict;
    private readonly List<Call> _calls = []; // log calls, and what takes everything down
    private Call? _action;

    public CellRun(Cell cell)
    {
        _cell = cell;
        _promise = new Promise(cell);
        _stage = new Stage(cell, _promise);
        _verdict = new Verdict(cell, _promise, _stage);
    }

    /// <summary>How long something may take that has to happen: long enough for any machine, and nothing waits so long by design.</summary>
    public static TimeSpan Patience { get; } = TimeSpan.FromSeconds(30);

    /// <summary>Whether something did not come back: the process is not fit for other cells.</summary>
    public bool Hangs { get; private set; }

    public CellResult Play() => Watch(() =>
    {
        SetTheStage();
        BeginTheAction();
        LetTheChildGo();
        Await(_action!);
        AwaitTheChild();
        GoOn();
        TakeDown();
        JudgeTheEnd();
    });

    /// <summary>Plays a cell whose action ends the process; comes back, with a result, only if it hangs.</summary>
    /// <param name="others">Those that end it at the same moment.</param>
    /// <param name="inExit">Gets the result when everything else at the exit is done.</param>
    public CellResult PlayToTheExit(Barrier others, Action<CellResult> inExit) => Watch(() =>
    {
        SetTheStage();
        using ManualResetEventSlim played = new();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => inExit(Watch(() => // after log4net's handler and ours: theirs are there already
        {
            Await(played.Wait(Patience), "the exit came before the cell was played");
            AwaitCalls();
            if (_promise.ChildIsStuck)
            {
                _verdict.JudgeTheMiddle();
            }
            else
            {
                JudgeTheEnd();
            }
        }));
        others.SignalAndWait(Patience);
        BeginTheAction();
        LetTheChildGo();
        played.Set();
        Await(_action!);
    });

    private CellResult Watch(Action steps)
    {
        try
        {
            steps();
        }
        catch (TimeoutException e)
        {
            Hangs = true;
            _verdict.Fault($"{e.Message}; {string.Join("; ", [_action, .. _calls, _stage.ChildTrouble, _stage.MessageTrouble])}");
        }

        return new CellResult(_cell, _verdict.Passed, _verdict.ToString());
    }

    /// <summary>Of an event that is dropped for lack of room nothing is rendered.</summary>
    private bool IsMessageRendered =>
        _cell is not { Queue: QueueFilling.Full, Policy: OverflowPolicy.DropNewest or OverflowPolicy.DropLowestLevel };

    private void SetTheStage()
    {
        _stage.Configure();
        bool isFull = _cell.Queue == QueueFilling.Full;
        bool messageLogs = _cell.Child == ChildBehaviour.MessageLogs;
        if (isFull || !messageLogs)
        {
            _stage.Log(Level.Error, "held"); // at flushLevel: the worker takes it at once
            Await(_stage.ChildTrouble);
        }

        if (isFull)
        {
            for (int i = 1; i < Stage.QueueLimit; i++)
            {
                _stage.Log(Level.Info, $"fills {i}");
            }

            Begin("the log call that finds the queue full", () => _stage.Log(Level.Warn, "one more")).AwaitWaitingOrDone();
        }

        if (messageLogs)
        {
            Call call = Begin("the log call of the message", () => _stage.Log(Level.Info, new TroubledMessage(_stage.MessageTrouble)));
            if (IsMessageRendered)
            {
                Await(_stage.MessageTrouble);
            }
            else
            {
                Await(call);
            }
        }
    }

    private void BeginTheAction()
    {
        _action = new Call(_cell.Action.ToString(), Act);
        if (_promise.CallersHoldTheLogger)
        {
            Await(() => LoggerIsWanted() || _action.IsDone, "the action waits for the logger");
        }
        else if (_promise.Closes)
        {
            Await(() => _stage.Appender.Statistics.State is BufferState.Draining or BufferState.Closed, "the appender is being closed");
        }
        else
        {
            _action.AwaitWaitingOrDone();
        }

        Begin("the log call during the action", () => _stage.Log(Level.Info, "during")).AwaitWaitingOrDone();
    }

    /// <summary>Whether somebody holds the logger's lock to change it, or waits for it: then whoever comes to read waits.</summary>
    private bool LoggerIsWanted()
    {
        Call look = new("a look at the logger's appenders", () => _ = _stage.Repository.Root.Appenders);
        look.AwaitWaitingOrDone();
        return !look.IsDone;
    }

    private void Act()
    {
        switch (_cell.Action)
        {
            case MatrixAction.Flush:
                _verdict.Answer =
                    _stage.Repository.Flush(_promise.FlushTimeout); // what LogManager.Flush does for the repository of its caller
                break;
            case MatrixAction.Close:
                _stage.Appender.Close();
                break;
            case MatrixAction.Shutdown:
                LogManager.Shutdown();
                break;
            case MatrixAction.Reload:
                _stage.Configure();
                break;
            case MatrixAction.RemoveAppender:
                _stage.Appender.RemoveAppender("child");
                break;
            case MatrixAction.ProcessExit:
                Environment.Exit(CellResult.EndedCode);
                break;
        }
    }

    private void LetTheChildGo()
    {
        if (!_promise.ChildIsStuck)
        {
            _stage.OpenGates();
        }
    }

    /// <summary>The action may be over before the child has done what it does.</summary>
    private void AwaitTheChild()
    {
        if (!_promise.ChildIsStuck && (_cell.Child != ChildBehaviour.MessageLogs || IsMessageRendered))
        {
            Trouble trouble = _cell.Child == ChildBehaviour.MessageLogs ? _stage.MessageTrouble : _stage.ChildTrouble;
            Await(trouble.AwaitEnd(Patience), $"not back: {trouble}");
        }
    }

    private void GoOn()
    {
        if (_promise.Delivers)
        {
            Await(Begin("making room", () => _stage.Repository.Flush(_promise.FlushTimeout)));
        }

        if (_promise.GoesOn)
        {
            Await(Begin("the log call after the action", () => _stage.Log(Level.Error, Stage.After)));
        }

        if (_promise.Delivers)
        {
            Await(() => _stage.Written.Contains(Stage.After), "what is logged after the action is written");
        }

        AwaitCalls();
        _verdict.JudgeTheMiddle();
    }

    /// <summary>A stuck child comes back at last, and everything is taken down.</summary>
    private void TakeDown()
    {
        _stage.OpenGates();
        Begin("taking everything down", () =>
        {
            if (_stage.Repository.Root.Appenders.Contains(_stage.Appender))
            {
                _stage.Repository.Root.RemoveAppender(_stage.Appender);
            }

            _stage.Appender.Close();
            _stage.Repository.Shutdown();
        });
        AwaitCalls();
    }

    private void JudgeTheEnd()
    {
        Await(() => _stage.Appenders.All(appender => appender.Statistics.State == BufferState.Closed), "the worker ends");
        _verdict.JudgeTheEnd();
    }

    private void AwaitCalls()
    {
        _calls.ForEach(Await);
        _verdict.JudgeCalls([_action!, .. _calls]);
    }

    private Call Begin(string what, Action call)
    {
        Call begun = new(what, call);
        _calls.Add(begun);
        return begun;
    }

    private static void Await(Call call) => Await(call.Await(Patience), call.ToString());

    private static void Await(Trouble trouble) => Await(trouble.AwaitEntry(Patience), $"nobody came to write: {trouble}");

    private static void Await(Func<bool> condition, string what) => Await(SpinWait.SpinUntil(condition, Patience), $"never: {what}");

    private static void Await(bool came, string otherwise)
    {
        if (!came)
        {
            throw new TimeoutException(otherwise);
        }
    }
}
