namespace Easy.Logger.Tests.Documents;

/// <summary>A fenced block of a document.</summary>
/// <param name="File">The document.</param>
/// <param name="Line">Where it begins.</param>
/// <param name="Language">What stands behind the fence.</param>
/// <param name="Label">The name that a comment before it gives it.</param>
/// <param name="Text">What is between the fences.</param>
internal sealed record CodeBlock(string File, int Line, string Language, string? Label, string Text)
{
    /// <inheritdoc />
    public override string ToString() => $"{File}:{Line}";
}
