using System.Text;

namespace log4net.Util.Patterns;

/// <summary>Reads the pieces of a conversion pattern from left to right: <c>%[-][min][.max]name{option}</c> and the text between.</summary>
internal sealed class PatternCursor
{
    private readonly string _pattern;
    private int _at;

    internal PatternCursor(string pattern) => _pattern = pattern;

    internal bool AtEnd => _at >= _pattern.Length;

    /// <summary>Takes text, with doubled percent signs made single, up to and including the percent sign of the next directive.</summary>
    internal void CopyLiteral(StringBuilder literal)
    {
        while (!AtEnd)
        {
            char c = _pattern[_at++];
            if (c != '%' || AtEnd)
            {
                // A percent sign that ends the pattern stands for itself.
                literal.Append(c);
            }
            else if (!Take('%'))
            {
                return;
            }
            else
            {
                literal.Append('%');
            }
        }
    }

    internal FormattingInfo TakeShape()
    {
        bool leftAlign = Take('-');
        int min = TakeNumber() ?? -1;
        int max = (Take('.') ? TakeNumber() : null) ?? int.MaxValue;
        return new FormattingInfo(min, max, leftAlign);
    }

    internal bool TakeName(string name)
    {
        bool found = string.CompareOrdinal(_pattern, _at, name, 0, name.Length) == 0;
        if (found)
        {
            _at += name.Length;
        }
        return found;
    }

    internal string? TakeOption()
    {
        if (!Take('{'))
        {
            return null;
        }
        int close = _pattern.IndexOf('}', _at);
        if (close < 0)
        {
            // The brace is gone by now; what follows it is text.
            return null;
        }
        string option = _pattern.Substring(_at, close - _at);
        _at = close + 1;
        return option;
    }

    private bool Take(char expected)
    {
        bool found = !AtEnd && _pattern[_at] == expected;
        if (found)
        {
            _at++;
        }
        return found;
    }

    private int? TakeNumber()
    {
        int start = _at;
        long number = 0;
        for (; !AtEnd && _pattern[_at] is >= '0' and <= '9'; _at++)
        {
            number = Math.Min((number * 10) + (_pattern[_at] - '0'), int.MaxValue);
        }
        return _at > start ? (int)number : null;
    }
}
