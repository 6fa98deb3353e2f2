using System.Collections;
using System.Net;
using System.Text;
using log4net.Core;
using log4net.Layout;
using log4net.Util;

namespace Recorder;

/// <summary>OptionConverter: from texts of a configuration to values.</summary>
internal sealed partial class UtilTopic
{
    private static readonly (Type Type, string Text)[] _conversions =
    [
        (typeof(int), "5"), (typeof(bool), "True"), (typeof(string), "x"), (typeof(object), "x"), (typeof(DayOfWeek), "MONDAY"),
        (typeof(Uri), "http://h"), (typeof(TimeSpan), "1:00:00"), (typeof(Encoding), "us-ascii"), (typeof(Type), "System.Int32"),
        (typeof(IPAddress), "127.0.0.1"), (typeof(Level), "INFO"), (typeof(int), "x"), (typeof(PatternString), "p"),
        (typeof(PatternLayout), "%m"), (typeof(double), "1.5"),
    ];

    private void Options()
    {
        using LogLogCapture capture = new();
        foreach (string? text in new[] { "true", "TRUE", " True ", "yes", "1", "", null })
        {
            golden.Line(
                $"ToBoolean({Golden.Quote(text)}, false) {OptionConverter.ToBoolean(text!, false)} default true {OptionConverter.ToBoolean(text!, true)}");
            golden.Lines(capture.Take());
        }

        foreach (string? text in new[] { "1", "1KB", "1 kb", "2MB", "1GB", "1.5KB", "x", "", null, "-5", "10 B", "1KBx" })
        {
            golden.Line($"ToFileSize({Golden.Quote(text)}, 77) {OptionConverter.ToFileSize(text!, 77)}");
            golden.Lines(capture.Take());
        }

        Variables();
        Conversions();
        Instances();
        golden.Lines(capture.Take());
    }

    private void Variables()
    {
        Hashtable values = new() { ["a"] = "A", ["b"] = 5, ["nested"] = "${a}" };
        foreach (string text in new[] { "", "x", "${a}", "x${a}y${a}", "${none}", "${b}", "${nested}", "$a", "${a", "${}", "a}b" })
        {
            golden.Line($"SubstituteVariables({Golden.Quote(text)}) {Golden.Try(() => (object?)OptionConverter.SubstituteVariables(text, values))}");
        }
    }

    private void Conversions()
    {
        foreach ((Type type, string text) in _conversions)
        {
            string result = Golden.Try(() => OptionConverter.ConvertStringTo(type, text) is { } value ? value.GetType().Name + " " + value : null);
            golden.Line($"ConvertStringTo({type.Name}, {Golden.Quote(text)}) {result}");
        }

        golden.Line(
            $"CanConvertTypeTo string->string {OptionConverter.CanConvertTypeTo(typeof(string), typeof(string))}, "
            + $"PatternString->string {OptionConverter.CanConvertTypeTo(typeof(PatternString), typeof(string))}, "
            + $"PatternLayout->IRawLayout {OptionConverter.CanConvertTypeTo(typeof(PatternLayout), typeof(IRawLayout))}, "
            + $"int->string {OptionConverter.CanConvertTypeTo(typeof(int), typeof(string))}");
    }

    private void Instances()
    {
        golden.Line(
            "InstantiateByClassName "
            + Golden.Try(() => OptionConverter.InstantiateByClassName("log4net.Layout.SimpleLayout", typeof(ILayout), null)?.GetType().Name)
            + ", wrong base " + Golden.Try(() => OptionConverter.InstantiateByClassName("log4net.Layout.SimpleLayout", typeof(string), "default"))
            + ", unknown " + Golden.Try(() => OptionConverter.InstantiateByClassName("No.Such", typeof(string), "default"))
            + ", null " + Golden.Try(() => OptionConverter.InstantiateByClassName(null!, typeof(string), "default")));
    }
}
