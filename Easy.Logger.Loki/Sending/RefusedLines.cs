using System.Globalization;
using System.Text.RegularExpressions;

namespace Easy.Logger.Loki.Sending;

/// <summary>How many lines of a push a 400 of Loki is about: the server stores the others.</summary>
internal static class RefusedLines
{
    /// <summary>Loki groups equal errors, and an ingester says how many lines of a stream it ignored.</summary>
    private static readonly Regex _grouped = new("^(?<count>[0-9]{1,9}) errors like: ", RegexOptions.CultureInvariant);

    private static readonly Regex _ignored = new("total ignored: (?<count>[0-9]{1,9}) out of", RegexOptions.CultureInvariant);

    /// <summary>Errors that are about one line. What is wrong with the labels of a stream is about all of its lines.</summary>
    private static readonly Regex _ofOneLine = new(
        "has timestamp too |^max entry size |has structured metadata ", RegexOptions.CultureInvariant);

    /// <summary>Reads the whole answer to a push.</summary>
    /// <returns>All lines when the answer does not say how many.</returns>
    public static int In(string text, int lines)
    {
        long refused = 0;
        foreach (string problem in text.Split([';', '\n'], StringSplitOptions.RemoveEmptyEntries))
        {
            string error = problem.Trim();
            Match ignored = _ignored.Match(error);
            Match grouped = _grouped.Match(error);
            if (ignored.Success)
            {
                refused += CountIn(ignored);
            }
            else if (_ofOneLine.IsMatch(grouped.Success ? error.Substring(grouped.Length) : error))
            {
                refused += grouped.Success ? CountIn(grouped) : 1;
            }
            else
            {
                return lines;
            }
        }

        return refused > 0 && refused < lines ? (int)refused : lines;
    }

    private static int CountIn(Match match) => int.Parse(match.Groups["count"].Value, CultureInfo.InvariantCulture);
}
