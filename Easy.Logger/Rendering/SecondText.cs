
namespace Easy.Logger.Rendering;

/// <summary>
/// The text of all moments of one second. Where the digits of the fraction stand is seen from two of them, so that no format has to be understood.
/// </summary>
internal sealed class SecondText
{
    private const string SampleDigits = "1234567";
    private const int SampleFraction = 1_234_567; // in ticks; every digit differs from the zero of the first text

    private char[] _text = []; // with the digits of the unit that was written last: under load, hundreds of events have the same millisecond
    private int _digitsAt;
    private int _digits;
    private int _unit; // of the last digit, in ticks
    private int _unitStart;

    /// <summary>Takes over what is shown for fractions of the second, in ticks.</summary>
    /// <returns><see langword="false" /> when the fractions are not shown as one run of digits.</returns>
    public bool Set(Func<int, string> format)
    {
        string text = format(0);
        string sample = format(SampleFraction);
        if (sample.Length != text.Length)
        {
            return false;
        }

        _digitsAt = 0;
        while (_digitsAt < text.Length && sample[_digitsAt] == text[_digitsAt])
        {
            _digitsAt++;
        }

        _digits = 0;
        _unit = (int)TimeSpan.TicksPerSecond;
        for (int at = _digitsAt; at < text.Length && sample[at] != text[at]; at++, _digits++)
        {
            if (_digits == SampleDigits.Length || text[at] != '0' || sample[at] != SampleDigits[_digits])
            {
                return false;
            }

            _unit /= 10;
        }

        _text = text.ToCharArray();
        _unitStart = 0;
        int end = _digitsAt + _digits;
        return string.CompareOrdinal(sample, end, text, end, text.Length) == 0;
    }

    public void Write(TextBuffer text, int fraction)
    {
        if (fraction < _unitStart || fraction - _unitStart >= _unit)
        {
            SetDigits(fraction / _unit);
        }

        text.Write(_text, 0, _text.Length);
    }

    private void SetDigits(int units)
    {
        _unitStart = units * _unit;
        for (int at = _digitsAt + _digits - 1; at >= _digitsAt; at--, units /= 10)
        {
            _text[at] = (char)('0' + (units % 10));
        }
    }
}
