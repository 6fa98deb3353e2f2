namespace Benchmarker.Reporting;

/// <summary>A part of a document that is made by this program, between two comments that no reader sees.</summary>
internal static class MarkedSection
{
    /// <summary>The document with another content between its comments.</summary>
    /// <exception cref="InvalidDataException">They are not there.</exception>
    public static string Replace(string document, string beginMark, string endMark, string content)
    {
        int begin = document.IndexOf(beginMark, StringComparison.Ordinal);
        int end = document.IndexOf(endMark, StringComparison.Ordinal);
        return begin >= 0 && end > begin
            ? $"{document[..(begin + beginMark.Length)]}\n{content}\n{document[end..]}"
            : throw new InvalidDataException($"It should hold '{beginMark}' and, behind it, '{endMark}'.");
    }
}
