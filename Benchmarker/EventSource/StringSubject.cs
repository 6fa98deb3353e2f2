using Easy.Logger.EventSource.Rendering;

namespace Benchmarker.EventSource;

/// <summary>
/// What the package does with a text that is a string, as the message of a log event is: a look for what would end it early, and no copy.
/// </summary>
internal sealed class StringSubject(string name) : Subject(name)
{
    private string _text = string.Empty;

    public override void Prepare(int length) => _text = new SampleText(length).Part.ToString();

    public override void Write(int count)
    {
        string text = _text;
        for (int i = 0; i < count; i++)
        {
            Write(i, N2, text);
        }
    }

    private static unsafe void Write(int n1, int n2, string s1)
    {
        if (!HelloSource.Instance.IsEnabled())
        {
            return;
        }

        if (!TextField.TryOf(s1, OwnedBuffer.Most, out TextField field))
        {
            OwnedBuffer.Write(n1, n2, s1);
            return;
        }

        fixed (char* whole = field.Whole)
        {
            HelloSource.Instance.Write(n1, n2, whole, field.Length);
        }
    }
}
