using Benchmarker.Measuring;

namespace Benchmarker.DogStatsd;

/// <summary>One way to write tags.</summary>
internal sealed class TagWay(string name, Func<int, long> repeat) : BurstSubject(name)
{
    public const string Span = "into a span";
    public const string BufferWriter = "into an IBufferWriter";
    public const string Text = "a string";
    public const string PlainJoin = "string.Join";
    public const string StringBuilder = "StringBuilder";

    private long _sum; // what is not used may not be computed

    /// <summary>All of them; the package's first.</summary>
    public static IReadOnlyList<TagWay> All(TagCalls calls) =>
    [
        new(Span, count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
            {
                sum += calls.IntoSpan();
            }

            return sum;
        }),
        new(BufferWriter, count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
            {
                sum += calls.IntoBufferWriter();
            }

            return sum;
        }),
        new(Text, count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
            {
                sum += calls.AsString()?.Length ?? 0;
            }

            return sum;
        }),
        new(PlainJoin, count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
            {
                sum += calls.PlainJoin()?.Length ?? 0;
            }

            return sum;
        }),
        new(StringBuilder, count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
            {
                sum += calls.WithStringBuilder()?.Length ?? 0;
            }

            return sum;
        }),
    ];

    public override void Write(int count) => _sum += repeat(count);
}
