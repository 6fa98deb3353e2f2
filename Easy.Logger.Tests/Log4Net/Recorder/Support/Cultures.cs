using System.Globalization;

namespace Recorder;

/// <summary>Puts a made-up culture on the current thread: decimal comma, months named M1..M12.</summary>
internal sealed class Cultures : IDisposable
{
    private readonly CultureInfo _old = CultureInfo.CurrentCulture;

    public Cultures()
    {
        CultureInfo culture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        culture.NumberFormat.NumberDecimalSeparator = ",";
        string[] months = [.. Enumerable.Range(1, 12).Select(i => "M" + i), ""];
        culture.DateTimeFormat.MonthNames = months;
        culture.DateTimeFormat.AbbreviatedMonthNames = months;
        culture.DateTimeFormat.MonthGenitiveNames = months;
        culture.DateTimeFormat.AbbreviatedMonthGenitiveNames = months;
        CultureInfo.CurrentCulture = culture;
    }

    public void Dispose() => CultureInfo.CurrentCulture = _old;
}
