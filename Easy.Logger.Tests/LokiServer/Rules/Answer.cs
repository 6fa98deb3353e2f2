namespace LokiServer.Rules;

/// <summary>What became of a push, in numbers of HTTP.</summary>
/// <param name="Status">204 when all of it was taken.</param>
/// <param name="Text">What was refused, and why.</param>
internal readonly record struct Answer(int Status, string Text)
{
    public static Answer Taken { get; } = new(204, string.Empty);
}
