namespace Benchmarker.EventSource;

/// <summary>A part of a longer text.</summary>
internal sealed class SampleText(int length)
{
    private const int Before = 7;
    private const int Behind = 9;

    private readonly string _whole =
        string.Create(Before + length + Behind, 0, (text, _) =>
        {
            for (int i = 0; i < text.Length; i++)
            {
                text[i] = (char)('a' + (i % 26));
            }
        });

    public ReadOnlySpan<char> Part => _whole.AsSpan(Before, length);
}
