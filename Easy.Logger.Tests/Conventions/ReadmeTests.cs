using System.Globalization;
using System.Reflection;
using System.Text.Json;
using System.Text.RegularExpressions;
using Easy.Logger.Tests.Support;
using log4net.Core;

namespace Easy.Logger.Tests.Conventions;

/// <summary>The README's option table and the appender's properties say the same.</summary>
internal sealed class ReadmeTests
{
    private static readonly PropertyInfo[] _properties = typeof(AsyncBufferingForwardingAppender).GetProperties();

    private static readonly PropertyInfo[] _options =
    [
        .. typeof(AsyncBufferingForwardingAppender)
            .GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
            .Where(property => property.SetMethod?.IsPublic == true)
    ];

    /// <summary>The rows of the table whose first heading is "option": the names in the first cell, and the default beside them.</summary>
    private static (string[] Names, string Default)[] Rows
    {
        get
        {
            string[] lines = File.ReadAllLines(Path.Combine(Repository.Root, "README.md"));
            return
            [
                .. lines.SkipWhile(line => !line.StartsWith("| option |", StringComparison.Ordinal)).Skip(2)
                    .TakeWhile(line => line.StartsWith('|'))
                    .Select(line => line.Split('|'))
                    .Select(cells => (Regex.Matches(cells[1], "`(\\w+)`").Select(match => match.Groups[1].Value).ToArray(), cells[2].Trim()))
            ];
        }
    }

    [Test]
    public void OptionTable_EveryDeclaredOption_IsThere()
    {
        string[] declared = [.. _options.Select(option => CamelCase(option.Name))];

        Assert.That(declared, Is.SubsetOf(Rows.SelectMany(row => row.Names)));
        Assert.That(declared, Has.Length.GreaterThanOrEqualTo(8));
    }

    [Test]
    public void OptionTable_EveryName_IsAnOption()
    {
        IEnumerable<string> known = _properties.Where(property => property.CanWrite).Select(property => CamelCase(property.Name));

        Assert.That(Rows.SelectMany(row => row.Names), Is.SubsetOf(known).And.Not.Empty);
    }

    [Test]
    public void OptionTable_EveryName_IsThereOnce() => Assert.That(Rows.SelectMany(row => row.Names), Is.Unique);

    [Test]
    public void OptionTable_EveryDefault_IsTheAppenders()
    {
        AsyncBufferingForwardingAppender appender = new();
        foreach ((string[] names, string text) in Rows.Where(row => row.Names.Length == 1 && row.Names[0] != "fix"))
        {
            object? value = _properties.Single(property => CamelCase(property.Name) == names[0]).GetValue(appender);
            string expected = value switch
            {
                int number => number.ToString("N0", CultureInfo.InvariantCulture),
                bool flag => flag ? "true" : "false",
                Level level => level.Name,
                null => "none",
                _ => $"{value}",
            };
            Assert.That(text.Split(' ')[0], Is.EqualTo(expected), names[0]);
        }

        appender.Close();
    }

    private static string CamelCase(string name) => JsonNamingPolicy.CamelCase.ConvertName(name);
}
