using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;
using Easy.Logger.EventSource.Diagnostics;
using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.EventSource;

/// <summary>Where techniques that share a buffer between events go wrong, above all when something is logged meanwhile.</summary>
[Category("EventSource")]
internal sealed class TrapTests : IDisposable
{
    private readonly AppenderScene _scene = new();

    public void Dispose() => _scene.Dispose();

    /// <summary>However a layout writes, in whatever pieces, it is one string, without NUL and cut off where it is too long.</summary>
    [Test]
    public void Layout_WritesAnyPieces_MessageIsTheWholeText()
    {
        Action<TextWriter, string>[] ways =
        [
            (writer, piece) => writer.Write(piece),
            (writer, piece) => writer.Write(piece.AsSpan()),
            (writer, piece) => writer.Write(piece.ToCharArray()),
            (writer, piece) => Array.ForEach(piece.ToCharArray(), writer.Write),
        ];
        string[] pieces = [];
        using AppenderScene scene = new(appender =>
        {
            appender.MaxEventBytes = 4_096;
            appender.Layout = new DelegatingLayout((writer, _) =>
            {
                for (int i = 0; i < pieces.Length; i++)
                {
                    ways[i % ways.Length](writer, pieces[i]);
                }
            });
        });
        Prop.ForAll(Gen.ListOf(Gen.Elements("a", "b\0", "", "😀", new string('x', 300), "\r\n")).ToArbitrary(), given =>
        {
            pieces = [.. given];
            string whole = string.Concat(pieces).Replace('\0', '␀');
            using ProviderListener listener = new(EventLevel.Verbose, EasyLoggerEventSource.Keywords.Message);
            scene.Append("text");
            ProviderEvent written = listener.Of(scene.Logger).Single();
            bool isCut = written.Message.Length < whole.Length;
            return written.Number("originalLength") == whole.Length
                && whole.StartsWith(written.Message, StringComparison.Ordinal)
                && (!isCut || (written.Message.Length > 1_500 && !char.IsHighSurrogate(written.Message[^1])));
        }).Check(Config.QuickThrowOnFailure.WithEndSize(50));
    }

    [Test]
    public void Append_ManyThreads_MixNoTexts()
    {
        const int Many = 8;
        using AppenderScene scene = new(
            appender => appender.Layout = new DelegatingLayout((writer, logged) => writer.Write(logged.RenderedMessage)));
        using ProviderListener listener = new(EventLevel.Verbose, EasyLoggerEventSource.Keywords.Message);

        Threads.Run(Many, number => Array.ForEach([.. TextsOf(number)], text => scene.Append(text)));

        ILookup<string, string> byThread =
            listener.Of(scene.Logger).Select(written => written.Message).ToLookup(message => message.Split(' ')[0]);
        for (int number = 0; number < Many; number++)
        {
            Assert.That(byThread[$"{number}"], Is.EqualTo(TextsOf(number)));
        }

        static IEnumerable<string> TextsOf(int number) =>
            Enumerable.Range(0, 500).Select(i => $"{number} {i} {new string((char)('a' + number), 1 + (i % 300))}");
    }

    [Test]
    public void Layout_Throws_TellsTheErrorHandlerAndTheNextEventIsWhole()
    {
        bool fails = true;
        using AppenderScene scene = new(appender => appender.Layout = new DelegatingLayout((writer, logged) =>
        {
            writer.Write("begun ");
            if (fails)
            {
                throw new InvalidOperationException();
            }
        }));
        using ProviderListener listener = new();

        Assert.That(() => scene.Append("text"), Throws.Nothing);
        fails = false;
        scene.Append("text");

        Assert.That(scene.Errors.Errors.Single(), Does.Contain("could not be written").And.Contains(nameof(InvalidOperationException)));
        Assert.That(listener.Of(scene.Logger).Single().Message, Is.EqualTo("begun "));
    }

    /// <summary>
    /// A listener runs inside the log call, and a message whose text is made while it is rendered may log while it is made. What they log
    /// must not be written over the event that is under way, nor over its properties, which are written behind it.
    /// </summary>
    [Test]
    public void ListenerAndLayout_LogWhileAnEventIsUnderWay_AllAreWhole([Values] bool hasLayout)
    {
        AppenderScene? scene = null;
        DelegatingLayout layout = new((writer, logged) =>
        {
            writer.Write($"<{logged.RenderedMessage}");
            if (logged.RenderedMessage!.StartsWith('o'))
            {
                scene!.Append("layout's\0" + new string('l', 5_000));
            }

            writer.Write('>');
        });
        using AppenderScene own = scene = new AppenderScene(appender => appender.Layout = hasLayout ? layout : null);
        string outer = $"{scene.Logger}␀of the event";
        using ProviderListener first = new();
        first.OnLogOf(outer, _ => scene.Append("listener's\0" + new string('i', 5_000)));
        using ProviderListener second = new();

        scene.Appender.DoAppend(new LoggingEvent(new LoggingEventData
        {
            LoggerName = outer.Replace('␀', '\0'),
            Level = Level.Info,
            Message = "outer\0" + new string('o', 5_000),
            Properties = new log4net.Util.PropertiesDictionary { ["Tenant"] = "north" },
        }));

        string[] inner = ["layout's␀" + new string('l', 5_000), "listener's␀" + new string('i', 5_000)];
        foreach (ProviderListener listener in new[] { first, second })
        {
            Assert.That(listener.Of(outer).Single().Message, Is.EqualTo(Formatted("outer␀" + new string('o', 5_000))));
            Assert.That(listener.PropertiesOf(outer).Single().Text("properties"), Is.EqualTo("""{"Tenant":"north"}"""));
            Assert.That(
                listener.Of(scene.Logger).Select(written => written.Message), Is.EqualTo(inner.Skip(hasLayout ? 0 : 1).Select(Formatted)));
        }

        string Formatted(string message) => hasLayout ? $"<{message}>" : message;
    }

    /// <summary>What is dropped is counted, and whoever listens to the count may log as well.</summary>
    [Test]
    public void Listener_LogsForEachEventAndCount_ComesToAnEnd()
    {
        using CounterReading dropped = new(EventSourceMeter.DroppedName, () => _scene.Append("count"));
        using ProviderListener listener = new();
        listener.OnLogOf(_scene.Logger, written => _scene.Append($"{written.Message}+"));

        _scene.Append("a");
        _scene.Append("b");

        Assert.That(listener.Of(_scene.Logger).Select(written => written.Message), Is.EqualTo(new[] { "a+", "a", "b+", "b" }));
        Assert.That(dropped.OfThisThread, Is.EqualTo(2));
    }

    [Test]
    public void Listener_Throws_NothingReachesTheLogCall()
    {
        using ProviderListener bad = new();
        bad.OnEvent = written => throw new InvalidOperationException();
        using ProviderListener good = new();

        Assert.That(() => _scene.Append("text"), Throws.Nothing);
        Assert.That(good.Of(_scene.Logger), Has.Count.EqualTo(1));
    }
}
