namespace Easy.Logger.Tests.Fidelity;

/// <summary>
/// What a writer, a layout or an error handler of the application does within a batch, it does at the same event as without the async
/// appender, and what is lost by it has failed.
/// </summary>
internal sealed class WriterTests : FolderTests
{
    private static readonly Dictionary<string, (int Failed, Func<TextWriterAppender, IErrorHandler, Func<string>> Prepare)> _scenes = new()
    {
        ["handler throws"] = (1, (appender, handler) => Writing(
            appender, "bad", () => throw new IOException("full"),
            new DelegatingErrorHandler(error => throw new InvalidOperationException(error)))),
        ["handler closes the appender"] = (2, (appender, handler) => Writing(
            appender, "bad", () => throw new IOException("full"), new DelegatingErrorHandler(error =>
            {
                handler.Error(error);
                appender.Close();
            }))),
        ["writer sets the handler"] = (1, (appender, handler) =>
            Writing(appender, "set", () => appender.ErrorHandler = new DelegatingErrorHandler(handler.Error), handler, "bad")),
        ["writer sets another writer"] = (0, (appender, _) =>
        {
            StringWriter second = new();
            Func<string> first = Writing(appender, "set", () => appender.Writer = second, appender.ErrorHandler);
            return () => $"{first()}|{second}";
        }
        ),
        ["layout sets the handler of the writer"] = (1, (appender, handler) =>
        {
            appender.Layout = Output.Layout(e =>
            {
                QuietTextWriter quiet = (QuietTextWriter)appender.Writer!;
                quiet.ErrorHandler = e.RenderedMessage == "set" ? new DelegatingErrorHandler(handler.Error) : quiet.ErrorHandler;
                return e.RenderedMessage!;
            });
            return Writing(appender, "none", () => { }, handler, "bad");
        }
        ),
        ["layout keeps the handler and sets it again"] = (0, (appender, handler) =>
        {
            IErrorHandler? kept = null;
            appender.Layout = Output.Layout(e =>
            {
                (kept, appender.ErrorHandler) = e.RenderedMessage switch
                {
                    "set" => (appender.ErrorHandler, new DelegatingErrorHandler(handler.Error)),
                    "c" => (kept, kept!),
                    _ => (kept, appender.ErrorHandler),
                };
                return e.RenderedMessage!;
            });
            Func<string> text = Writing(appender, "none", () => { }, handler);
            return () => $"{text()} {ReferenceEquals(appender.ErrorHandler, handler)}";
        }
        ),
        ["flush of the layout fails"] = (4, (appender, handler) => IntoFailing(appender, handler, (writer, e) =>
        {
            writer.Write(e.RenderedMessage);
            (e.RenderedMessage == "bad" ? writer : TextWriter.Null).Flush();
        })),
        ["stream refuses what is in the buffer of the writer"] = (4, (appender, handler) => IntoFailing(
            appender, handler, (writer, e) => writer.Write(e.RenderedMessage!.Replace("bad", "bad".PadRight(2000))))),
        ["filter puts its handler before ours again and again"] = (1, (appender, handler) =>
        {
            IErrorHandler inner = handler;
            int passed = 0;
            DelegatingErrorHandler own = new(error =>
            {
                passed++;
                inner.Error(error);
            });
            appender.AddFilter(new DelegatingFilter(_ =>
            {
                inner = ReferenceEquals(appender.ErrorHandler, own) ? inner : appender.ErrorHandler;
                appender.ErrorHandler = own;
                return FilterDecision.Neutral;
            }));
            Func<string> text = Writing(appender, "none", () => { }, handler, "bad");
            return () => $"{text()} {passed}";
        }
        ),
        ["handler asks for the handler in force"] = (1, (appender, handler) =>
        {
            DelegatingErrorHandler? own = null;
            own = new(error => (ReferenceEquals(appender.ErrorHandler, own) ? handler : appender.ErrorHandler).Error(error));
            return Writing(appender, "none", () => { }, own, "bad");
        }
        ),
        ["writer has no encoding"] = (0, (appender, handler) =>
        {
            WithoutEncoding writer = new();
            (appender.Writer, appender.ErrorHandler) = (writer, handler);
            return writer.ToString;
        }
        ),
    };

    private static IEnumerable<string> Scenes => _scenes.Keys;

    [Test]
    [CancelAfter(60_000)]
    public void Batch_SomethingChangesOrFailsInIt_IsWhatItIsWithoutTheAsyncAppender(
        [ValueSource(nameof(Scenes))] string scene, [Values] bool isFile, [Values] bool batchRendering)
    {
        (int failed, Func<TextWriterAppender, IErrorHandler, Func<string>> prepare) = _scenes[scene];
        using Comparison comparison = new(() =>
        {
            CollectingErrorHandler handler = new();
            TextWriterAppender appender =
                isFile ? new FileAppender { LockingModel = new FileAppender.MinimalLock() } : new TextWriterAppender();
            (appender.Name, appender.Layout) = ("child", new PatternLayout("%m"));
            if (appender is FileAppender file)
            {
                file.File = Folder.File(Some.Name());
                file.ActivateOptions();
            }

            Func<string> text = prepare(appender, handler);
            return new Output(appender, () => $"{text()}\n{string.Join('\n', handler.Errors)}");
        }, appender => appender.BatchRendering = batchRendering);

        comparison.Log(log => log.Info("first")); // from now on the plan is known
        comparison.Log(log => Array.ForEach(["a", "set", "b", "bad", "c"], log.Info));

        comparison.AssertEqual();
        Assert.That(comparison.Async.Statistics.Pending, Is.Zero);
        Assert.That(comparison.Async.Statistics.Failed, failed == 0 ? Is.Zero : Is.GreaterThanOrEqualTo(failed));
    }

    /// <returns>What the writer has then.</returns>
    private static Func<string> Writing(
        TextWriterAppender appender, string at, Action step, IErrorHandler handler, string? refused = null)
    {
        SteppingWriter writer = new(at, step, refused);
        (appender.Writer, appender.ErrorHandler) = (writer, handler);
        return writer.ToString;
    }

    /// <returns>What the stream has then.</returns>
    private static Func<string> IntoFailing(TextWriterAppender appender, IErrorHandler handler, Action<TextWriter, LoggingEvent> format)
    {
        FailingOnce stream = new();
        (appender.ImmediateFlush, appender.Writer) = (false, new StreamWriter(stream));
        (appender.Layout, appender.ErrorHandler) = (new DelegatingLayout(format), handler);
        return () =>
        {
            appender.Writer.Flush();
            return Encoding.UTF8.GetString(stream.ToArray()).Replace("first", null); // in its buffer without the async appender
        };
    }

    private sealed class SteppingWriter(string at, Action step, string? refused) : StringWriter
    {
        public override void Write(string? value)
        {
            base.Write(value == refused ? throw new IOException("full") : value);
            (value == at ? step : () => { })();
        }
    }

    private sealed class WithoutEncoding : StringWriter
    {
        public override Encoding Encoding => null!;
    }

    private sealed class FailingOnce : MemoryStream
    {
        private bool _hasFailed;

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            bool fails = !_hasFailed && buffer.IndexOf("bad"u8) >= 0;
            _hasFailed |= fails;
            base.Write(fails ? throw new IOException("full") : buffer);
        }
    }
}
