using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Easy.Logger.Tests.Loki;

/// <summary>A server of HTTP/2 that answers the head of a request with a status of gRPC, and gives no room for its body.</summary>
internal sealed class EarlyAnswer : IDisposable
{
    private const int PrefaceLength = 24;
    private const byte Head = 1; // types of frames, and flags
    private const byte Settings = 4;
    private const byte EndOfStreamAndHead = 1 | 4;

    private readonly TcpListener _listener = new(IPAddress.Loopback, port: 0);
    private readonly byte[] _answer;

    public EarlyAnswer(int status)
    {
        _answer = [0x88, .. Field("content-type", "application/grpc"), .. Field("grpc-status", $"{status}")]; // the first says 200
        _listener.Start();
        Url = new Uri($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");
        new Thread(Serve) { IsBackground = true }.Start();
    }

    public Uri Url { get; }

    public void Dispose() => _listener.Dispose();

    private void Serve()
    {
        try
        {
            using NetworkStream stream = new(_listener.AcceptSocket(), ownsSocket: true);
            stream.ReadExactly(new byte[PrefaceLength]);
            Write(stream, Settings, flags: 0, streamId: 0, []);
            byte[] header = new byte[9];
            do
            {
                stream.ReadExactly(header);
                stream.ReadExactly(new byte[(header[0] << 16) | (header[1] << 8) | header[2]]);
            }
            while (header[3] != Head);
            Write(stream, Head, EndOfStreamAndHead, streamId: 1, _answer);
            stream.CopyTo(Stream.Null); // what is on its way; HTTP/2 lets nobody send more than it was given room for
        }
        catch (Exception e) when (e is IOException or SocketException or ObjectDisposedException)
        {
            // The test is over.
        }
    }

    /// <summary>A name and a value that no table knows.</summary>
    private static byte[] Field(string name, string value) =>
        [0, (byte)name.Length, .. Encoding.ASCII.GetBytes(name), (byte)value.Length, .. Encoding.ASCII.GetBytes(value)];

    private static void Write(NetworkStream stream, byte type, byte flags, byte streamId, byte[] payload) =>
        stream.Write([0, 0, (byte)payload.Length, type, flags, 0, 0, 0, streamId, .. payload]);
}
