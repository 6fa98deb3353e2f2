using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Easy.Logger.Tests.Destinations;

/// <summary>Who listens for the datagrams: a socket on loopback whose port is closed when it is disposed.</summary>
internal sealed class SyslogReceiver : IDisposable
{
    private readonly ConcurrentQueue<string> _datagrams = [];
    private readonly UdpClient _socket;
    private readonly Thread _thread;

    /// <summary>Begins to listen.</summary>
    /// <param name="port">Where; 0 for any free port.</param>
    public SyslogReceiver(int port = 0)
    {
        _socket = new UdpClient(new IPEndPoint(IPAddress.Loopback, port));
        Port = ((IPEndPoint)_socket.Client.LocalEndPoint!).Port;
        _thread = new Thread(Receive) { IsBackground = true, Name = "syslog receiver" };
        _thread.Start();
    }

    public int Port { get; }

    /// <summary>What has come so far, in order.</summary>
    public IReadOnlyList<string> Datagrams => [.. _datagrams];

    public void AwaitCount(long count) => Eventually.Holds(() => Datagrams.Count >= count, $"{count} datagram(s), {Datagrams.Count} came");

    public void Dispose()
    {
        _socket.Dispose();
        _thread.Join();
    }

    private void Receive()
    {
        IPEndPoint? sender = null;
        while (true)
        {
            try
            {
                _datagrams.Enqueue(Encoding.UTF8.GetString(_socket.Receive(ref sender)));
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                return; // the port is closed
            }
        }
    }
}
