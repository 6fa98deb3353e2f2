namespace Easy.Logger.Loki.Sending;

/// <summary>What went wrong with the events of one call, added up for one message. Not thread-safe.</summary>
internal sealed class SendFailures
{
    private long _lines;
    private PushReply _first;

    /// <summary>Whether something did.</summary>
    public bool HasAny => _lines > 0;

    /// <summary>Lines that were refused or dropped.</summary>
    public long Lines => _lines;

    public void Clear() => _lines = 0;

    public void Add(long lines, PushReply reply)
    {
        _first = _lines == 0 ? reply : _first;
        _lines += lines;
    }

    /// <summary>What to report, with the first reason.</summary>
    public string Describe(Uri address)
    {
        string status = _first.Status is { } code ? FormattableString.Invariant($" (status {code})") : string.Empty;
        string fate = _first.Outcome == PushOutcome.Refused ? "were refused, some of them perhaps stored" : "were dropped";
        string place = address.GetLeftPart(UriPartial.Path); // a query may have a key
        string said = new([.. _first.Text.Select(character => char.IsControl(character) ? ' ' : character)]); // a message is one line
        return FormattableString.Invariant($"{_lines} line(s) for {place} {fate}: {_first.ErrorType}{status} {said}").TrimEnd();
    }
}
