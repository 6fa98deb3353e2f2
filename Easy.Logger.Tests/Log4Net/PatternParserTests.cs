using System.Reflection;
using Easy.Logger.Rendering;
using log4net.Layout;
using log4net.Util;

namespace Easy.Logger.Tests.Log4Net;

/// <summary>How log4net takes a conversion pattern apart.</summary>
internal sealed class PatternParserTests
{
    private const string Dependents = "Rendering/PatternPieces parses patterns with it; without it no pattern is compiled.";

    [Test]
    public void CreatePatternParser_OfPatternLayout_IsOfferedToSubclasses()
    {
        MethodInfo? method = typeof(PatternLayout).GetMethod("CreatePatternParser", BindingFlags.Instance | BindingFlags.NonPublic);

        Assert.That(method?.IsFamily, Is.True, Dependents);
        Assert.That(method!.ReturnType, Is.EqualTo(typeof(PatternParser)), Dependents);
    }

    [Test]
    public void Parse_PatternOfTheArticle_HasItsPieces() => Assert.That(
        PatternPieces.Of(new PatternLayout("%date{ISO8601} [%-5level] %logger{1} - %message%newline"))?.Select(piece => piece.Name),
        Is.EqualTo(new[] { "date", "literal", "level", "literal", "logger", "literal", "message", "newline" }),
        Dependents);

    [Test]
    public void Parse_ConverterOfTheApplication_IsNotTakenForLog4Nets()
    {
        PatternLayout layout = new() { ConversionPattern = "%message %level" };
        layout.AddConverter("level", typeof(OwnLevelConverter));

        Assert.That(PatternPieces.Of(layout)?.Select(piece => piece.IsStock), Is.EqualTo(new[] { true, true, false }), Dependents);
    }

    private sealed class OwnLevelConverter : PatternConverter
    {
        public override void Convert(TextWriter writer, object? state) => writer.Write("own");
    }
}
