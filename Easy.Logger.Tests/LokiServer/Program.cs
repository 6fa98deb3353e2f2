using LokiServer.Serving;
using Microsoft.AspNetCore.Http;

namespace LokiServer;

/// <summary>Reads bodies and says yes to everything, until its input ends: what a sender is measured against.</summary>
internal static class Program
{
    private static void Main()
    {
        using Listener listener = new(
            async context =>
            {
                await context.Request.BodyReader.CopyToAsync(Stream.Null);
                context.Response.StatusCode = StatusCodes.Status204NoContent;
            },
            async context =>
            {
                await context.Request.BodyReader.CopyToAsync(Stream.Null);
                await GrpcPort.WriteAsync(context, 0, string.Empty);
            },
            neverWaits: true);
        listener.Start();
        Console.WriteLine(
            $"http={listener.Url.GetLeftPart(UriPartial.Authority)} grpc={listener.GrpcUrl.GetLeftPart(UriPartial.Authority)}");
        Console.In.ReadToEnd();
    }
}
