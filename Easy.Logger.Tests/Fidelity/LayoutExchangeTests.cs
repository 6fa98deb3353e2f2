using Benchmarker;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>The layout of an attached appender stays the application's: it can be read, cast, changed and replaced at any time.</summary>
internal sealed class LayoutExchangeTests
{
    private const int Changes = 1000;

    private readonly TempFolder _folder = new();
    private readonly TestRepository _repository = new();

    [TearDown]
    public void End()
    {
        _repository.Dispose();
        _folder.Dispose();
    }

    [Test]
    public void AttachedAppender_BetweenBatches_RefersToNothingOfTheAsyncAppender([Values] bool withFilter, [Values] bool closed)
    {
        RollingFileAppender child = new();
        Output.File(_folder.File("file"), new PatternLayout("%m%n"), child);
        if (withFilter)
        {
            child.AddFilter(new LevelRangeFilter { LevelMin = Level.Debug, AcceptOnMatch = false });
        }

        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(child);
        appender.DoAppend(Some.Event());
        appender.Flush(-1);
        if (closed)
        {
            appender.RemoveAppender(child);
            appender.Close();
        }

        Assert.That(ReachableFrom(child).Where(IsOfEasyLogger).Select(found => found.GetType().Name), Is.Empty);
    }

    /// <summary>The same layout that the queued events were logged with is put in force while they are written with it.</summary>
    [Test]
    public void Layout_SetBackWhileABatchIsWritten_Stays([Values] bool batchRendering, [Values] bool withPattern)
    {
        ILayout first = withPattern ? new PatternLayout("first %m%n") : new XmlLayout();
        ILayout second = withPattern ? new PatternLayout("second %m%n") : new XmlLayout { Prefix = "second" };
        bool isSet = false;
        TextWriterAppender child = new() { Name = "child", Layout = first };
        using CountingWriter writer = new() { OnWrite = () => child.Layout = isSet ? first : child.Layout };
        child.Writer = writer;
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(child, async => async.BatchRendering = batchRendering);
        appender.DoAppend(Some.Event("captured for the first layout"));
        appender.Flush(-1);
        appender.DoAppend(Some.Event("queued"));
        child.Layout = second;

        isSet = true;
        appender.Flush(-1);
        isSet = false;

        Assert.That(child.Layout, Is.SameAs(first));
        appender.Close();
    }

    /// <summary>Layouts of every kind, one behind the other in any order.</summary>
    [Test]
    public void Layout_ChangedUnderLoad_WritesEveryEventOnceAndWhole_AndTheLastOneStays([Values(1, 2, 3)] int seed)
    {
        Chance chance = new(seed);
        Output output = Output.Text("0 %m%n");
        AppenderSkeleton child = (AppenderSkeleton)output.Appender;
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(child);
        _repository.Attach(appender);
        int logged = 0;
        bool isOver = false;
        using BackgroundCall<bool> load = BackgroundCall.Of(() =>
        {
            for (; !Volatile.Read(ref isOver); logged++)
            {
                _repository.Log().InfoFormat("[{0}]", logged);
            }
        });
        for (int i = 1; i <= Changes && !load.IsDone; i++)
        {
            Change(child, i == Changes ? "PatternLayout" : chance.Of("own layout", "PatternLayout", "SimpleLayout", "same layout"), i);
            int enough = i * 100;
            Eventually.Holds(() => Volatile.Read(ref logged) >= enough || load.IsDone, "the load goes on");
        }

        Volatile.Write(ref isOver, true);
        Assert.That(load.Result, Is.True);
        appender.Flush(-1);
        _repository.Log().Info("last");
        appender.Flush(-1);

        string[] lines = output.Read().Split(["\r\n", "\n"], StringSplitOptions.RemoveEmptyEntries);
        Match[] matches = [.. lines.Select(line => Regex.Match(line, @"^(?:\d+|INFO) -? ?\[(\d+)\]$")).Where(match => match.Success)];
        HashSet<int> numbers = [.. matches.Select(match => int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture))];
        Assert.That(numbers, Has.Count.EqualTo(logged), "events that are written");
        Assert.That(matches, Has.Length.EqualTo(logged), "lines of events");
        Assert.That(lines.Length - 1 - matches.Length, Is.Zero, "lines that no layout makes");
        Assert.That(lines[^1], Is.EqualTo($"{Changes} last"));
    }

    [Test]
    public void Layout_ChangedWhileItOrAFilterRuns_WritesEveryEventOnceAndWhole(
        [Values("own layout", "filter")] string who, [Values("own layout", "PatternLayout")] string next, [Values] bool batchRendering)
    {
        Output output = Output.Text("0 %m%n");
        AppenderSkeleton child = (AppenderSkeleton)output.Appender;
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(child, appender => appender.BatchRendering = batchRendering);
        if (who == "filter")
        {
            child.AddFilter(new DelegatingFilter(e => ChangeAt(e)));
        }
        else
        {
            child.Layout = Output.Layout(e => $"{(int)ChangeAt(e)} {e.RenderedMessage}\n");
        }

        _repository.Attach(appender);
        for (int i = 0; i < 9; i++)
        {
            _repository.Log().InfoFormat("[{0}]", i);
        }

        appender.Flush(-1);

        string[] lines = output.Read().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.That(lines.Select(line => line[2..]), Is.EqualTo(Enumerable.Range(0, 9).Select(i => $"[{i}]")));

        FilterDecision ChangeAt(LoggingEvent e)
        {
            if (e.RenderedMessage == "[4]")
            {
                Change(child, next, 1);
            }

            return FilterDecision.Neutral;
        }
    }

    private static void Change(AppenderSkeleton child, string kind, int number)
    {
        switch (kind)
        {
            case "own layout":
                child.Layout = Output.Layout(e => $"{number} {e.RenderedMessage}\n");
                break;
            case "SimpleLayout":
                child.Layout = new SimpleLayout();
                break;
            case "same layout" when child.Layout is PatternLayout layout:
                layout.ConversionPattern = $"{number} %m%n";
                layout.ActivateOptions();
                break;
            default:
                child.Layout = new PatternLayout($"{number} %m%n");
                break;
        }
    }

    private static bool IsOfEasyLogger(object found) => found.GetType().Assembly == typeof(AsyncBufferingForwardingAppender).Assembly;

    /// <summary>What can be got at from an object through its fields; not through loggers and what they belong to.</summary>
    private static HashSet<object> ReachableFrom(object root)
    {
        HashSet<object> found = new(ReferenceEqualityComparer.Instance) { root };
        Queue<(object Item, int Depth)> open = new([(root, 0)]);
        while (open.TryDequeue(out (object Item, int Depth) next))
        {
            foreach (object item in next.Depth < 8 ? References(next.Item) : [])
            {
                if (item is not (string or Type or Thread or Assembly or ILogger or log4net.Repository.ILoggerRepository)
                    && !item.GetType().IsPrimitive && found.Add(item))
                {
                    open.Enqueue((item, next.Depth + 1));
                }
            }
        }

        return found;
    }

    private static List<object> References(object item)
    {
        List<object> references = item is Array { Rank: 1 } array ? [.. array.OfType<object>()] : [];
        for (Type? type = item.GetType(); type is not null; type = type.BaseType)
        {
            const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
            references.AddRange(type.GetFields(Own).Where(field => !field.FieldType.IsPointer && !field.FieldType.IsByRefLike)
                .Select(field => field.GetValue(item)).OfType<object>());
        }

        return references;
    }
}
