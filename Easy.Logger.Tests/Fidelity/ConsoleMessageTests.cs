namespace Easy.Logger.Tests.Fidelity;

/// <summary>The console is one for the whole process.</summary>
[NonParallelizable]
internal sealed class ConsoleMessageTests
{
    [Test]
    public void MessageThatThrows_WritesToTheConsoleWhatItWritesWithoutTheAsyncAppender([Values] bool batchRendering)
    {
        TextWriter console = Console.Out;
        using TokenWriter writer = new(console);
        Console.SetOut(writer);
        try
        {
            using Comparison comparison = new(
                () => OnConsole("%level [%message] end%newline", writer), appender => appender.BatchRendering = batchRendering);
            comparison.AssertEqualFor(MessageTests.LogThrowing);
        }
        finally
        {
            Console.SetOut(console);
        }

        static Output OnConsole(string pattern, TokenWriter writer)
        {
            string token = $"<{Guid.NewGuid():N}>";
            return new Output(new ConsoleAppender { Layout = new PatternLayout(token + pattern) }, () => writer.TextWith(token));
        }
    }

    /// <summary>Passes everything on and keeps what is written with a token in it.</summary>
    private sealed class TokenWriter(TextWriter inner) : TextWriter
    {
        private readonly List<string> _texts = [];

        public override System.Text.Encoding Encoding => inner.Encoding;

        public string TextWith(string token)
        {
            lock (_texts)
            {
                string text = string.Concat(_texts.Where(text => text.Contains(token, StringComparison.Ordinal)));
                return text.Replace(token, null, StringComparison.Ordinal);
            }
        }

        public override void Write(char value) => inner.Write(value);

        public override void Write(string? value)
        {
            lock (_texts)
            {
                _texts.Add(value ?? string.Empty);
            }

            inner.Write(value);
        }
    }
}
