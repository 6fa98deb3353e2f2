using System.Text;
using System.Text.Json;
using BenchmarkDotNet.Attributes;

namespace Benchmarker.Micro;

/// <summary>Which package packs a push, and how fast? Each returns the packed size.</summary>
[MemoryDiagnoser]
public class SnappyBenchmarks
{
    private byte[] _source = [];
    private byte[] _destination = [];

    [Params("push", "line", "noise")]
    public string Source { get; set; } = "push";

    [GlobalSetup]
    public void SetUp()
    {
        _source = Source switch
        {
            "push" => SnappyInput.Push(1000),
            "line" => SnappyInput.Push(1),
            _ => SnappyInput.Noise(SnappyInput.Push(1000).Length),
        };
        _destination = new byte[Snappier.Snappy.GetMaxCompressedLength(_source.Length)];
        Console.WriteLine(
            $"// {Source}: {_source.Length} bytes, of which IronSnappy makes {IronSnappyEncode()}, Snappier {SnappierEncode()}");
    }

    [Benchmark(Baseline = true)]
    public int IronSnappyEncode() => IronSnappy.Snappy.Encode(_source).Length;

    [Benchmark]
    public int SnappierEncode() => Snappier.Snappy.Compress(_source, _destination);
}

/// <summary>
/// What is packed: a push to Loki in protobuf, one stream with entries of a time and a JSON line each, or bytes that no one can pack.
/// </summary>
internal static class SnappyInput
{
    private const string Template = "User {UserId} performed {Action} on resource {ResourceId}";

    /// <summary>A push of so many lines, about 306 bytes each.</summary>
    public static byte[] Push(int lines)
    {
        using MemoryStream stream = new();
        WriteBytes(stream, 1, Encoding.UTF8.GetBytes("""{app="benchmarks", level="info"}"""));
        for (int i = 0; i < lines; i++)
        {
            WriteBytes(stream, 2, Entry(i));
        }

        using MemoryStream push = new();
        WriteBytes(push, 1, stream.ToArray());
        return push.ToArray();
    }

    /// <summary>Bytes without any order, the same ones each time.</summary>
    public static byte[] Noise(int length)
    {
        byte[] noise = new byte[length];
        uint state = 1;
        for (int i = 0; i < length; i++)
        {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            noise[i] = (byte)(state >> 11);
        }

        return noise;
    }

    private static byte[] Entry(int i)
    {
        using MemoryStream time = new();
        WriteNumber(time, 1, (uint)(i / 1000));
        WriteNumber(time, 2, (uint)(i % 1000) * 1_000_000);
        using MemoryStream entry = new();
        WriteBytes(entry, 1, time.ToArray());
        WriteBytes(entry, 2, Encoding.UTF8.GetBytes(Line(i)));
        return entry.ToArray();
    }

    private static string Line(int i)
    {
        string action = i % 2 == 0 ? "login" : "logout";
        string resource = $"resource-{i % 64}";
        return JsonSerializer.Serialize(new
        {
            Message = $"User {1000 + i} performed {action} on resource {resource}",
            MessageTemplate = Template,
            UserId = 1000 + i,
            Action = action,
            ResourceId = resource,
            Elapsed = 0.25 * i,
            Success = i % 7 != 0,
            CorrelationId = $"00000000-0000-0000-0000-{i:D12}",
        });
    }

    private static void WriteBytes(MemoryStream stream, int field, byte[] bytes)
    {
        WriteVarint(stream, (uint)((field << 3) | 2));
        WriteVarint(stream, (uint)bytes.Length);
        stream.Write(bytes);
    }

    private static void WriteNumber(MemoryStream stream, int field, uint number)
    {
        WriteVarint(stream, (uint)(field << 3));
        WriteVarint(stream, number);
    }

    private static void WriteVarint(MemoryStream stream, uint number)
    {
        for (; number >= 0x80; number >>= 7)
        {
            stream.WriteByte((byte)(number | 0x80));
        }

        stream.WriteByte((byte)number);
    }
}
