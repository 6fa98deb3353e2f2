using log4net.Core;
using log4net.Filter;
using log4net.Layout;

namespace Benchmarker.Compare;

/// <summary>Makes the layouts and filters of a case.</summary>
internal static class LayoutFactory
{
    public static ILayout Create(LayoutSpec spec)
    {
        LayoutSkeleton layout = spec.Kind switch
        {
            LayoutKind.Pattern => new PatternLayout(spec.Pattern),
            LayoutKind.Simple => new SimpleLayout(),
            LayoutKind.Xml => new XmlLayout(),
            LayoutKind.XmlLocation => new XmlLayout(locationInfo: true),
            LayoutKind.XmlSchema => new XmlLayoutSchemaLog4J(),
            LayoutKind.XmlSchemaLocation => new XmlLayoutSchemaLog4J(locationInfo: true),
            LayoutKind.Dynamic => new DynamicPatternLayout(spec.Pattern),
            LayoutKind.SubclassOfPattern => new CustomPatternLayout { ConversionPattern = spec.Pattern },
            LayoutKind.CustomConverter => WithConverter(spec.Pattern),
            LayoutKind.Custom => new CustomLayout(spec.Pattern),
            _ => new CustomLayoutWithBuffer(spec.Pattern),
        };
        layout.ActivateOptions();
        return layout;
    }

    public static IFilter Create(FilterSpec spec)
    {
        FilterSkeleton filter = spec.Kind switch
        {
            FilterKind.LevelRange => new LevelRangeFilter
            {
                LevelMin = LevelOf(spec),
                LevelMax = Level.Error,
                AcceptOnMatch = spec.AcceptOnMatch,
            },
            FilterKind.LevelMatch => new LevelMatchFilter { LevelToMatch = LevelOf(spec), AcceptOnMatch = spec.AcceptOnMatch },
            FilterKind.StringMatch => new StringMatchFilter { StringToMatch = spec.Value, AcceptOnMatch = spec.AcceptOnMatch },
            FilterKind.LoggerMatch => new LoggerMatchFilter { LoggerToMatch = spec.Value, AcceptOnMatch = spec.AcceptOnMatch },
            FilterKind.Property => new PropertyFilter
            {
                Key = spec.Value.Split('=')[0],
                StringToMatch = spec.Value.Split('=')[1],
                AcceptOnMatch = spec.AcceptOnMatch,
            },
            FilterKind.Custom => new CustomFilter(spec.Value),
            _ => new DenyAllFilter(),
        };
        filter.ActivateOptions();
        return filter;
    }

    private static PatternLayout WithConverter(string pattern)
    {
        PatternLayout layout = new() { ConversionPattern = "%custom " + pattern };
        layout.AddConverter("custom", typeof(CustomConverter));
        return layout;
    }

    private static Level LevelOf(FilterSpec spec) => Array.Find(CaseGenerator.Levels, level => level.Name == spec.Value)!;
}
