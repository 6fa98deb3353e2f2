namespace Easy.Logger.Tests.DogStatsd;

/// <summary>A sender with a clock that stands still and a transport that keeps what it is given.</summary>
internal sealed class SenderScene : IDisposable
{
    public SenderScene(Action<DogStatsdSenderOptions>? configure = null)
    {
        DogStatsdSenderOptions options = Options(configure);
        options.Transport = Transport;
        Sender = new DogStatsdSender(options, Name, Time);
    }

    public string Name { get; } = Some.Name("sender");

    public ManualTimeProvider Time { get; } = new();

    public RecordingTransport Transport { get; } = new();

    public DogStatsdSender Sender { get; }

    public static DogStatsdSender SenderTo(string address, Action<DogStatsdSenderOptions>? configure = null)
    {
        DogStatsdSenderOptions options = Options(configure);
        options.Address = address;
        return new DogStatsdSender(options);
    }

    public string LineOf(Action<DogStatsdSender> call) => LinesOf(call).Single();

    public IReadOnlyList<string> LinesOf(Action<DogStatsdSender> call)
    {
        int before = Transport.Lines.Count;
        call(Sender);
        Flush();
        return [.. Transport.Lines.Skip(before)];
    }

    public void Flush() => Assert.That(Eventually.Returns(() => Sender.Flush(-1), "flush"), Is.True);

    public void Dispose() => Sender.Dispose();

    /// <summary>Without what the environment says of who sends.</summary>
    private static DogStatsdSenderOptions Options(Action<DogStatsdSenderOptions>? configure)
    {
        DogStatsdSenderOptions options =
            new() { Tags = new DogStatsdTagSerializer(), ExternalData = string.Empty, ContainerId = string.Empty };
        configure?.Invoke(options);
        return options;
    }
}
