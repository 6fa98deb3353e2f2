using log4net.Core;

namespace log4net.Util.Patterns;

/// <summary>Random capital letters and digits, for names that must not collide.</summary>
internal sealed class RandomTextConverter : PatternConverter, IOptionHandler
{
    private const string Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    private const int DefaultLength = 4;

    private static readonly Random _random = new();

    private int _length = DefaultLength;

    public void ActivateOptions() => _length = PositiveOption.Read(Option, DefaultLength, typeof(RandomTextConverter));

    public override void Convert(TextWriter writer, object? state)
    {
        char[] text = new char[_length];
        lock (_random)
        {
            for (int i = 0; i < text.Length; i++)
            {
                text[i] = Alphabet[_random.Next(Alphabet.Length)];
            }
        }
        writer.Write(text, 0, text.Length);
    }
}
