using System.Globalization;

namespace LokiServer;

/// <summary>The server as a process of its own, until its input ends.</summary>
internal static class Program
{
    private static int Main(string[] args)
    {
        switch (args)
        {
            case ["--sink"]:
                using (Sink sink = Sink.Start())
                {
                    Serve(sink.Url, sink.GrpcUrl);
                }

                return 0;
            case ["--http", string http, "--grpc", string grpc, "--data", string data]:
                FixedPlace place = new(int.Parse(http, CultureInfo.InvariantCulture), int.Parse(grpc, CultureInfo.InvariantCulture), data);
                using (ContractServer server = ContractServer.Start(place: place))
                {
                    Serve(server.Url, server.GrpcUrl);
                }

                return 0;
            default:
                Console.Error.WriteLine("usage: LokiServer --sink | --http PORT --grpc PORT --data FILE");
                return 1;
        }
    }

    private static void Serve(Uri http, Uri grpc)
    {
        Console.WriteLine($"http={http.GetLeftPart(UriPartial.Authority)} grpc={grpc.GetLeftPart(UriPartial.Authority)}");
        Console.In.ReadToEnd();
    }
}
