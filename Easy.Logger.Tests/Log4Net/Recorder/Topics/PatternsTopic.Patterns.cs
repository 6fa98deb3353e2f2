using log4net.Layout;

namespace Recorder;

/// <summary>The patterns that are recorded with every sample event.</summary>
internal static partial class PatternsTopic
{
    private static readonly string[] _patterns =
    [
        // message, literals, escapes
        "%m", "%message", "%m%n", "%message%newline", "%newline", "%newline{DOS}", "%newline{UNIX}", "%newline{other}", "%n",
        "plain text", "100%% %m", "%%m", "%%%m", "%m%", "%", "", "a%literal{x}b",
        // level
        "%p", "%level", "[%5level]", "[%-5level]", "[%10p]", "[%-10p]", "[%.1level]", "[%.2level]", "[%3.3level]", "[%-7.7level]", "[%07level]",
        // logger
        "%c", "%logger", "%logger{1}", "%logger{2}", "%logger{3}", "%logger{99}", "%c{1}", "[%20.30logger]", "[%-40logger]", "[%.10logger]",
        "[%30.20c{2}]", "%logger{0}", "%logger{-1}", "%logger{x}", "%logger{}", "%logger{ 2 }",
        // thread
        "%t", "%thread", "[%2thread]", "[%-10t]", "[%.3t]",
        // dates
        "%d", "%date", "%date{ISO8601}", "%date{iso8601}", "%date{ABSOLUTE}", "%date{DATE}", "%date{HH:mm:ss,fff}",
        "%date{yyyy-MM-dd'T'HH:mm:ss.fffffffK}", "%d{dd MMM yyyy}", "%date{dddd MMMM}", "%date{zzz}", "%date{}", "%date{d}", "%date{%}",
        "%utcdate", "%utcdate{ABSOLUTE}", "%utcdate{DATE}", "%utcDate{HH:mm:ss.fff}", "%UtcDate{ISO8601}",
        "[%30date{ABSOLUTE}]", "[%-30utcdate]", "[%.4date]",
        // properties
        "%property", "%properties", "%P", "%X", "%mdc", "%property{user}", "%P{user}", "%X{user}", "%mdc{user}", "%property{missing}",
        "%property{number}", "%property{list}", "%properties{user}", "[%10property{user}]", "[%-10.2P{user}]", "%property{}",
        // nested context
        "%x", "%ndc", "[%-20ndc]",
        // domain, identity, user
        "%a", "%appdomain", "%u", "%identity", "%w", "%username",
        // location
        "%F", "%file", "%L", "%line", "%M", "%method", "%C", "%class", "%type", "%type{1}", "%C{2}", "%l", "%location",
        "%stacktrace", "%stacktrace{2}", "%stacktracedetail",
        // exception
        "%exception", "%m%n%exception", "%exception{message}", "%exception{nope}",
        // the longest name wins; unknown names
        "%methodx", "%msg", "%propertyuser", "%typeahead", "%dd", "%nn", "%unknown", "%z %m", "[%5unknown]", "%-5", "%5.", "%{user}",
        "%m{ignored}", "%m{open", "%date{open", "%message%%", "%property{a}b}", "%Message", "%LEVEL", "%mm",
        // the built-in one
        PatternLayout.DefaultConversionPattern,
    ];
}
