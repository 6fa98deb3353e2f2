namespace Easy.Logger.Tests.Loki.Server;

/// <summary>The sink of the benchmarks, as a process of its own.</summary>
[Category("Loki")]
internal sealed class ProgramTests
{
    [Test]
    public void Sink_UntilItsInputEnds_SaysYesToEverything()
    {
        using Process process = Process.Start(new ProcessStartInfo(TestProgram.LokiServer.Host, [TestProgram.LokiServer.Path])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        try
        {
            string[] urls = Eventually.Returns(process.StandardOutput.ReadLine, "the addresses")!.Split(' ');
            Assert.That(string.Join(' ', urls), Does.Match(@"^http=http://127\.0\.0\.1:\d+ grpc=http://127\.0\.0\.1:\d+$"));
            using RawSender sender = new(new Uri(urls[0][5..]), new Uri(urls[1][5..]));

            Assert.That(sender.Json("{}").Status, Is.EqualTo(204));
            GrpcAnswer answer = sender.GrpcBody([0, 0, 0, 0, 3, 1, 2, 3]);
            Assert.That((answer.HttpStatus, answer.Status), Is.EqualTo((200, 0)));
            Assert.That(answer.Reply, Is.EqualTo(new byte[5]));

            process.StandardInput.Close();
            Assert.That(process.WaitForExit(Eventually.Patience), Is.True);
            Assert.That(process.ExitCode, Is.Zero);
        }
        finally
        {
            process.Kill(entireProcessTree: true);
        }
    }
}
