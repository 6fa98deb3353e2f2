using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Rendering;

/// <summary>
/// <c>%date{format}</c> or <c>%utcdate{format}</c>. The text of a second is asked of log4net; the events of that second change only the
/// digits of the fraction in it.
/// </summary>
internal sealed class DatePart : LinePart
{
    private readonly PatternLayout _stock;
    private readonly SecondText _second = new();

    // What the text of the second holds for. A change of the machine's time zone shows as another object, once .NET's caches are cleared.
    private TimeZoneInfo? _zone;
    private DateTimeKind _kind;
    private long _start;
    private bool _isKept;

    public DatePart(string pattern) => _stock = new PatternLayout(pattern);

    public override void Write(TextBuffer text, in CapturedEvent captured)
    {
        // Not TimeStamp: that looks up the rules of the time zone for each event.
        DateTime time = captured.TimeStampUtc;
        long fraction = time.Ticks - _start;
        if (fraction is < 0 or >= TimeSpan.TicksPerSecond || !ReferenceEquals(TimeZoneInfo.Local, _zone) || time.Kind != _kind)
        {
            fraction = time.Ticks % TimeSpan.TicksPerSecond;
            Keep(time.Ticks - fraction, time.Kind);
        }

        if (_isKept)
        {
            _second.Write(text, (int)fraction);
        }
        else
        {
            _stock.Format(text, captured.ToEvent());
        }
    }

    private void Keep(long start, DateTimeKind kind)
    {
        _zone = TimeZoneInfo.Local; // before the text: a change in between makes the next event ask again
        _kind = kind;
        _start = start;

        // Summer time may begin or end within a second: there are rules that say 23:59:59.999. Then no text holds for all of it. Nor does
        // one for a local time in place of the UTC one: in the hour that comes twice it knows which of the two it is, and ticks do not.
        const long length = TimeSpan.TicksPerSecond - 1;
        _isKept = kind != DateTimeKind.Local
            && (At(length).TimeStamp - At(0).TimeStamp).Ticks == length
            && _second.Set(fraction => _stock.Format(At(fraction)));

        LoggingEvent At(long fraction) => new(new LoggingEventData { TimeStampUtc = new DateTime(start + fraction, kind) });
    }
}

/// <summary>
/// The text of all moments of one second. Where the digits of the fraction stand is seen from two of them, so that no format has to be
/// understood.
/// </summary>
internal sealed class SecondText
{
    private const string SampleDigits = "1234567";
    private const int SampleFraction = 1_234_567; // in ticks; every digit differs from the zero of the first text

    private char[] _text =
        []; // with the digits of the unit that was written last: under load, hundreds of events have the same millisecond
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

        // It has to hold for the last one, too: .NET gives the last moment before an hour that comes twice the other offset.
        const int last = (int)TimeSpan.TicksPerSecond - 1;
        _text = text.ToCharArray();
        SetDigits(last / _unit);
        bool isLast = format(last).AsSpan().SequenceEqual(_text);
        SetDigits(0);
        int end = _digitsAt + _digits;
        return isLast && string.CompareOrdinal(sample, end, text, end, text.Length) == 0;
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
