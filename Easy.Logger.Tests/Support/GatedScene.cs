namespace Easy.Logger.Tests.Support;

/// <summary>A <see cref="LogScene" /> whose only child can be held; it is let go when the scene ends.</summary>
internal sealed class GatedScene : IDisposable
{
    private const string ChildElement = """<appender name="gate" type="Easy.Logger.Tests.Support.GatedAppender, Easy.Logger.Tests" />""";

    /// <summary>Configures our appender before the child, both from XML.</summary>
    public GatedScene(string options, string? name = null)
    {
        Scene = name is null ? new LogScene() : new LogScene { Name = name };
        Scene.Configure(ChildElement, Scene.Async(options, "gate"), LogScene.Root(Scene.Name));
        Appender = Scene.Appender;
        Child = Scene.Repository.Appender<GatedAppender>();
    }

    public LogScene Scene { get; }

    /// <summary>Our appender; it stays the same when the scene is configured again.</summary>
    public AsyncBufferingForwardingAppender Appender { get; }

    public GatedAppender Child { get; }

    /// <summary>Puts the worker into the child, with one event.</summary>
    public void HoldWorker()
    {
        Child.CloseGate();
        Scene.Log().Error("held");
        Child.AwaitEntry();
    }

    /// <summary>Logs numbered lines.</summary>
    public void Log(int count)
    {
        ILog log = Scene.Log();
        for (int i = 0; i < count; i++)
        {
            log.InfoFormat("line {0}", i);
        }
    }

    /// <summary>Begins to close the appender on another thread.</summary>
    /// <param name="close">How, when not by its own Close.</param>
    /// <returns>The call; its result is there when the close is over.</returns>
    public BackgroundCall<bool> BeginClose(Action? close = null)
    {
        BackgroundCall<bool> call = BackgroundCall.Of(() => (close ?? Appender.Close)());
        Eventually.Holds(() => Appender.Statistics.State >= BufferState.Draining, "the close has begun");
        return call;
    }

    public void Dispose()
    {
        Child.OpenGate();
        Eventually.Returns(Scene.Dispose, "the end of the scene"); // a Close without a limit must not take the whole run with it
    }
}
