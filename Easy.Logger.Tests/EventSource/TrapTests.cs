using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;
using Easy.Logger.Tests.DogStatsd;
using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.EventSource;

/// <summary>Where techniques that share a buffer between events go wrong.</summary>
[Category("EventSource")]
internal sealed class TrapTests
{
    private const EventKeywords All = (EventKeywords)0xF;

    /// <summary>A NUL would end the field there, and every field behind it would begin in the wrong place.</summary>
    [Test]
    public void Append_NulInEveryText_EndsNoField()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        string logger = $"{scene.Logger}\0x";
        LoggingEvent logged = new(new LoggingEventData
        {
            LoggerName = logger,
            Level = new Level(70_001, "OW\0N"),
            Message = "\0one\0two\0",
            ThreadName = "th\0read",
            ExceptionString = "failed\0here",
            Properties = new log4net.Util.PropertiesDictionary { ["TraceId"] = "tr\0ace", ["SpanId"] = "sp\0an" },
        });

        scene.Appender.DoAppend(logged);

        ProviderEvent written = listener.Of($"{scene.Logger}␀x").Single();
        Assert.That(
            (
                written.Text("level"),
                written.Text("thread"),
                written.Message,
                written.Text("exception"),
                written.Text("traceId"),
                written.Text("spanId")),
            Is.EqualTo(("OW␀N", "th␀read", "␀one␀two␀", "failed␀here", "tr␀ace", "sp␀an")));
    }

    /// <summary>However a layout writes, in whatever pieces, it is one string, without NUL and cut off where it is too long.</summary>
    [Test]
    public void Layout_WritesAnyPieces_MessageIsTheWholeText()
    {
        string[] pieces = [];
        using AppenderScene scene = new(appender =>
        {
            appender.MaxEventBytes = 4_096;
            appender.Layout = new DelegatingLayout((writer, _) => WriteInTurn(writer, pieces));
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
        const int Threads = 8;
        const int Events = 500;
        using AppenderScene scene = new(
            appender => appender.Layout = new DelegatingLayout((writer, logged) => writer.Write(logged.RenderedMessage)));
        using ProviderListener listener = new(EventLevel.Verbose, EasyLoggerEventSource.Keywords.Message);
        Thread[] threads =
        [
            .. Enumerable.Range(0, Threads).Select(number => new Thread(() =>
            {
                for (int i = 0; i < Events; i++)
                {
                    scene.Append($"{number} {i} {new string((char)('a' + number), 1 + (i % 300))}");
                }
            }))
        ];

        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());

        ILookup<string, string> byThread =
            listener.Of(scene.Logger).Select(written => written.Message).ToLookup(message => message.Split(' ')[0]);
        for (int number = 0; number < Threads; number++)
        {
            Assert.That(
                byThread[$"{number}"],
                Is.EqualTo(Enumerable.Range(0, Events).Select(i => $"{number} {i} {new string((char)('a' + number), 1 + (i % 300))}")));
        }
    }

    [Test]
    public void Activate_HandlerOfTheInternalLogThrows_NothingIsThrown()
    {
        using AppenderScene scene = new();
        using ThrowingInternalLog log = new(scene.Logger);
        scene.Appender.MaxEventBytes = 1;

        Assert.That(scene.Appender.ActivateOptions, Throws.Nothing);
        Assert.That(log.Calls, Is.Positive);
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
        using ProviderListener listener = new(EventLevel.Verbose, All);

        Assert.That(() => scene.Append("text"), Throws.Nothing);
        fails = false;
        scene.Append("text");

        Assert.That(scene.Errors.Errors.Single(), Does.Contain("could not be written").And.Contains(nameof(InvalidOperationException)));
        Assert.That(listener.Of(scene.Logger).Single().Message, Is.EqualTo("begun "));
    }

    private static void WriteInTurn(TextWriter writer, string[] pieces)
    {
        for (int i = 0; i < pieces.Length; i++)
        {
            switch (i % 4)
            {
                case 0:
                    writer.Write(pieces[i]);
                    break;
                case 1:
                    writer.Write(pieces[i].AsSpan());
                    break;
                case 2:
                    writer.Write(pieces[i].ToCharArray());
                    break;
                default:
                    Array.ForEach(pieces[i].ToCharArray(), writer.Write);
                    break;
            }
        }
    }
}
