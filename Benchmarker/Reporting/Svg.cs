using System.Xml.Linq;

namespace Benchmarker.Reporting;

/// <summary>
/// The few shapes that charts are made of, as elements of the page itself: without a name space, which is an address and not needed there.
/// </summary>
internal static class Svg
{
    // Distinct in grey and by most who see few colours: log4net grey and brown, ours green, the others blue, orange and red.
    private static readonly Dictionary<string, string> _colours = new(StringComparer.Ordinal)
    {
        ["direct"] = "#808080",
        ["buffering"] = "#a07850",
        ["async"] = "#1a8a3a",
        ["async-servergc"] = "#5cb85c",
        ["async-journal"] = "#8fcf6f",
        ["nlog-async"] = "#1f5fbf",
        ["nlog"] = "#6fa8ff",
        ["serilog-async"] = "#c05a00",
        ["serilog"] = "#f0a050",
        ["zlogger"] = "#c02050",
    };

    public static string ColourOf(string scenario) => _colours.GetValueOrDefault(scenario, "#9040a0");

    public static XElement Chart(string title, double width, double height, IEnumerable<XElement> shapes) => new(
        "svg",
        new XAttribute("viewBox", $"0 0 {width:0.#} {height:0.#}"),
        new XAttribute("role", "img"),
        new XElement("title", title),
        shapes);

    public static XElement Bar(double x, double y, double width, double height, string colour) => new(
        "rect",
        At("x", x),
        At("y", y),
        At("width", Math.Max(0, width)),
        At("height", height),
        new XAttribute("fill", colour));

    public static XElement Line(double x1, double y1, double x2, double y2, string className = "axis") => new(
        "line", At("x1", x1), At("y1", y1), At("x2", x2), At("y2", y2), new XAttribute("class", className));

    public static XElement Path(IEnumerable<(double X, double Y)> points, string colour) => new(
        "polyline",
        new XAttribute("points", string.Join(' ', points.Select(point => $"{point.X:0.#},{point.Y:0.#}"))),
        new XAttribute("fill", "none"),
        new XAttribute("stroke", colour),
        new XAttribute("stroke-width", 2));

    public static XElement Dot(double x, double y, double radius, string colour, string tip) => new(
        "circle", At("cx", x), At("cy", y), At("r", radius), new XAttribute("fill", colour), new XElement("title", tip));

    public static XElement Text(double x, double y, string text, string anchor = "start") =>
        new("text", At("x", x), At("y", y), new XAttribute("text-anchor", anchor), text);

    private static XAttribute At(string name, double value) => new(name, $"{value:0.#}");
}
