using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Easy.Logger.Tests.Destinations;

/// <summary>A child that sends each event as one datagram to a port of this machine, with a syslog priority before it.</summary>
internal sealed class SyslogAppender : AppenderSkeleton
{
    private UdpClient? _client;

    public int Port { get; set; }

    /// <summary>Runs before each datagram is sent.</summary>
    public Action? OnSend { get; set; }

    protected override bool RequiresLayout => true;

    public override void ActivateOptions()
    {
        base.ActivateOptions();
        _client = new UdpClient();

        // A connected socket gets an error when nobody listens at the other end.
        _client.Connect(IPAddress.Loopback, Port);
    }

    protected override void Append(LoggingEvent loggingEvent)
    {
        OnSend?.Invoke();
        _client!.Send(Encoding.UTF8.GetBytes($"<134>{RenderLoggingEvent(loggingEvent)}"));
    }

    protected override void OnClose() => _client?.Dispose();
}
