namespace Easy.Logger.Tests.Loki;

/// <summary>A server of HTTP/2 that answers the head of a request with a status of gRPC, and gives no room for its body.</summary>
internal sealed class EarlyAnswer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, port: 0);

    public EarlyAnswer(int status)
    {
        _listener.Start();
        Url = new Uri($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");
        _ = Task.Run(() => Serve(status));
    }

    public Uri Url { get; }

    public void Dispose() => _listener.Dispose();

    private void Serve(int status)
    {
        const byte Head = 1; // type of a frame, and flags
        const byte EndOfStreamAndHead = 1 | 4;
        using NetworkStream stream = new(_listener.AcceptSocket(), ownsSocket: true);
        stream.ReadExactly(new byte["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".Length]);
        stream.Write([0, 0, 0, 4, 0, 0, 0, 0, 0]); // no settings
        byte[] header = new byte[9];
        do
        {
            stream.ReadExactly(header);
            stream.ReadExactly(new byte[(header[0] << 16) | (header[1] << 8) | header[2]]);
        }
        while (header[3] != Head);
        byte[] answer = [0x88, .. Field("content-type", "application/grpc"), .. Field("grpc-status", $"{status}")]; // the first says 200
        stream.Write([0, 0, (byte)answer.Length, Head, EndOfStreamAndHead, .. header[5..], .. answer]);
        stream.CopyTo(Stream.Null); // what is on its way; HTTP/2 lets nobody send more than it was given room for
    }

    /// <summary>A name and a value that no table knows.</summary>
    private static byte[] Field(string name, string value) =>
        [0, (byte)name.Length, .. Encoding.ASCII.GetBytes(name), (byte)value.Length, .. Encoding.ASCII.GetBytes(value)];
}
