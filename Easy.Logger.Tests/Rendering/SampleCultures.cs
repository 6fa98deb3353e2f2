namespace Easy.Logger.Tests.Rendering;

/// <summary>
/// Cultures to render under: those of the platform where it has any (other casing of i, decimal comma, another calendar), and always a
/// made-up one that has something of each.
/// </summary>
internal static class SampleCultures
{
    public static IReadOnlyList<CultureInfo> All { get; } =
        [CultureInfo.InvariantCulture, MadeUp(), .. new[] { "tr-TR", "fr-FR", "ar-SA" }.Select(Find).OfType<CultureInfo>()];

    private static CultureInfo? Find(string name)
    {
        try
        {
            return CultureInfo.GetCultureInfo(name);
        }
        catch (CultureNotFoundException)
        {
            return null; // no globalization data, as in the projects of this repository
        }
    }

    private static CultureInfo MadeUp()
    {
        CultureInfo culture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        culture.NumberFormat.NumberDecimalSeparator = ",";
        culture.NumberFormat.NumberGroupSeparator = "\u202f";
        culture.NumberFormat.NegativeSign = "\u2212";
        string[] months = [.. Enumerable.Range(1, 12).Select(i => $"M{i}"), string.Empty];
        culture.DateTimeFormat.MonthNames = culture.DateTimeFormat.MonthGenitiveNames = months;
        culture.DateTimeFormat.AbbreviatedMonthNames = culture.DateTimeFormat.AbbreviatedMonthGenitiveNames = months;
        culture.DateTimeFormat.DateSeparator = "|";
        culture.DateTimeFormat.TimeSeparator = "_";
        culture.DateTimeFormat.ShortDatePattern = "dd/MM/yyyy";
        return culture;
    }
}
