namespace Benchmarker.EventSource;

/// <summary>A technique of writing a part of a longer text, as in the article.</summary>
internal sealed class TechniqueSubject<T>(string name, bool isOfArticle) : Subject(name, isOfArticle)
    where T : struct, ITechnique
{
    private SampleText _text = new(0);

    public override void Prepare(int length) => _text = new SampleText(length);

    public override void Write(int count)
    {
        ReadOnlySpan<char> s1 = _text.Part;
        for (int i = 0; i < count; i++)
        {
            T.Write(i, N2, s1);
        }
    }
}
