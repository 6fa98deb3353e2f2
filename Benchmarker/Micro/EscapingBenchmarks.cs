using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Lines;

namespace Benchmarker.Micro;

/// <summary>
/// Is the escaping of this package worth having, beside the relaxed one of System.Text.Json, which escapes characters beyond the BMP, and
/// beside an encoder with nothing but what has to be overridden? A thousand lines are written into a push.
/// </summary>
[MemoryDiagnoser]
public class EscapingBenchmarks
{
    private const int Lines = 1_000;

    private readonly ByteBuffer _output = new(capacity: 1 << 20);
    private Utf8JsonWriter _writer = new(Stream.Null);
    private byte[] _line = [];

    [Params("text", "json", "stack trace", "emoji")]
    public string Line { get; set; } = "text";

    [GlobalSetup(Target = nameof(Relaxed))]
    public void BeginRelaxed() => Begin(JavaScriptEncoder.UnsafeRelaxedJsonEscaping);

    [GlobalSetup(Target = nameof(Own))]
    public void BeginOwn() => Begin(LineEscaping.Instance);

    [GlobalSetup(Target = nameof(Least))]
    public void BeginLeast() => Begin(new LeastEncoder());

    [Benchmark(Baseline = true)]
    public int Relaxed() => Write();

    [Benchmark]
    public int Own() => Write();

    [Benchmark]
    public int Least() => Write();

    [GlobalCleanup]
    public void End()
    {
        _writer.Dispose();
        _output.Dispose();
    }

    private void Begin(JavaScriptEncoder encoder)
    {
        _writer = new Utf8JsonWriter(_output, new JsonWriterOptions { Encoder = encoder, SkipValidation = true });
        _line = Encoding.UTF8.GetBytes(Line switch
        {
            "json" =>
                """{"Message":"User 1017 performed login on resource-17","Logger":"Shop.Orders","Level":"INFO","UserId":1017}""",
            "stack trace" => string.Concat(Enumerable.Repeat(
                "   at Shop.Orders.OrderService.Place(Order order) in /src/Shop/OrderService.cs:line 42\n", 20)),
            "emoji" => "2026-11-24 12:00:00 [12] INFO Shop.Orders - Grüße 中文 😀 aus dem Lager 17, Bestellung 4711 ist verpackt",
            _ => "2026-11-24 12:00:00 [12] INFO Shop.Orders - User 1017 performed login on resource-17 within 12 ms, order 4711",
        });
    }

    private int Write()
    {
        _output.Clear();
        _writer.Reset(_output);
        _writer.WriteStartArray();
        for (int i = 0; i < Lines; i++)
        {
            _writer.WriteStringValue(_line);
        }

        _writer.WriteEndArray();
        _writer.Flush();
        return _output.Length;
    }

    /// <summary>Finds and writes one character after the other.</summary>
    private sealed unsafe class LeastEncoder : JavaScriptEncoder
    {
        public override int MaxOutputCharactersPerInputCharacter => LineEscaping.Instance.MaxOutputCharactersPerInputCharacter;

        public override bool WillEncode(int unicodeScalar) => LineEscaping.Instance.WillEncode(unicodeScalar);

        public override bool TryEncodeUnicodeScalar(int unicodeScalar, char* buffer, int bufferLength, out int numberOfCharactersWritten) =>
            LineEscaping.Instance.TryEncodeUnicodeScalar(unicodeScalar, buffer, bufferLength, out numberOfCharactersWritten);

        public override int FindFirstCharacterToEncode(char* text, int textLength) =>
            LineEscaping.Instance.FindFirstCharacterToEncode(text, textLength);
    }
}
