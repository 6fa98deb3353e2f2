using System.Diagnostics;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>The server as a process of its own.</summary>
[Category("Loki")]
internal sealed class ProgramTests
{
    [Test]
    public void Program_UntilItsInputEnds_ServesAndCounts([Values] bool sink)
    {
        ProcessStartInfo start =
            new(TestProgram.LokiServer.Host, sink ? [TestProgram.LokiServer.Path, "--sink"] : [TestProgram.LokiServer.Path])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
            };
        using Process process = Process.Start(start)!;
        try
        {
            string[] urls = Eventually.Returns(process.StandardOutput.ReadLine, "the addresses")!.Split(' ');
            Assert.That(urls, Has.Length.EqualTo(2));
            Assert.That(urls[0], Does.StartWith("http=http://127.0.0.1:"));
            Assert.That(urls[1], Does.StartWith("grpc=http://127.0.0.1:"));
            using RawSender sender = new(new Uri(urls[0][5..]), new Uri(urls[1][5..]));

            // The contract server says that nothing is in it; a sink does not look.
            Assert.That(sender.Json("{}").Status, Is.EqualTo(sink ? 204 : 422));
            GrpcAnswer answer = sender.GrpcBody([0, 0, 0, 0, 3, 1, 2, 3]);
            Assert.That((answer.HttpStatus, answer.Status), Is.EqualTo((200, sink ? 0 : 13)));
            if (sink)
            {
                Assert.That(answer.Reply, Is.EqualTo(new byte[5]));
            }

            process.StandardInput.Close();
            Assert.That(Eventually.Returns(process.StandardOutput.ReadToEnd, "its end").Trim(), Is.EqualTo("requests=2 bytes=10"));
            Assert.That(process.WaitForExit(Eventually.Patience), Is.True);
            Assert.That(process.ExitCode, Is.Zero);
        }
        finally
        {
            process.Kill(entireProcessTree: true);
        }
    }
}
