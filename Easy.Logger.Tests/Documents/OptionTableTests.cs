using System.Reflection;
using System.Text.Json;
using System.Text.RegularExpressions;
using Easy.Logger.Configuration;
using Easy.Logger.DogStatsd;
using Easy.Logger.EventSource;
using Easy.Logger.Extensions.Microsoft;
using Easy.Logger.Loki;

namespace Easy.Logger.Tests.Documents;

/// <summary>The tables of options and the properties of the appender say the same.</summary>
[Category("Documents")]
internal sealed class OptionTableTests
{
    private static readonly string[] _tables = ["docs/options.md", "Easy.Logger/README.md"];

    private static readonly PropertyInfo[] _properties = typeof(AsyncBufferingForwardingAppender).GetProperties();

    /// <summary>Ours, and those of log4net's buffer that decide what becomes of an event.</summary>
    private static readonly string[] _options =
    [
        .. typeof(AsyncBufferingForwardingAppender)
            .GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
            .Where(property => property.SetMethod?.IsPublic == true)
            .Select(property => CamelCase(property.Name)),
        "bufferSize", "lossy", "evaluator", "lossyEvaluator",
    ];

    [TestCaseSource(nameof(_tables))]
    public void OptionTable_EveryOption_IsThereOnce(string document)
    {
        Assert.That(Rows(document).SelectMany(row => row.Names), Is.EquivalentTo(_options));
        Assert.That(_options, Has.Length.GreaterThanOrEqualTo(14));
    }

    [TestCaseSource(nameof(_tables))]
    public void OptionTable_EveryDefault_IsTheAppenders(string document)
    {
        AsyncBufferingForwardingAppender appender = new();
        foreach ((string name, string text) in Rows(document).SelectMany(row => row.Names.Zip(row.Default.Split(", ")))
            .Where(option => option.First != "fix"))
        {
            object? value = _properties.Single(property => CamelCase(property.Name) == name).GetValue(appender);
            Assert.That(text.Split(' ')[0], Is.EqualTo(Text(value)), name);
        }

        appender.Close();
    }

    /// <summary>What a document calls an option is one; a name that was changed in the code is changed in the documents.</summary>
    [Test]
    public void Documents_WhatLooksLikeAnOption_IsOne()
    {
        OptionNames known = new(_properties);
        string[] wanted =
        [
            .. MarkdownFile.All.Where(file => file.Name.StartsWith("docs/", StringComparison.Ordinal) || _tables.Contains(file.Name))
                .SelectMany(
                    file => file.Rows("option").Select(row => row[0]).Concat(file.Rows("what must not happen").Select(row => row[1])))
                .SelectMany(cell => Regex.Matches(cell, "`([a-z]\\w+)`").Select(match => match.Groups[1].Value)),
        ];

        Assert.That(wanted.Where(name => !known.Contains(name)), Is.Empty);
        Assert.That(wanted, Is.Not.Empty);
    }

    [Test]
    public void TablesOfTheOtherPackages_EveryOption_IsThereOnceWithItsDefault()
    {
        AssertTable(new EventSourceAppender(), "Easy.Logger.EventSource/README.md", 4, CamelCase, "layout");
        AssertTable(new DogStatsdAppender(), "Easy.Logger.DogStatsd/README.md", 20, CamelCase, "layout");
        AssertTable(new LokiAppender(), "Easy.Logger.Loki/README.md", 20, CamelCase, "layout");
        AssertTable(new EasyLoggerOptions(), "Easy.Logger.Extensions.Microsoft/README.md", 6, name => name);
    }

    private static IEnumerable<(string[] Names, string Default)> Rows(string document) => MarkdownFile.Named(document).Rows("option")
        .Select(cells => (Regex.Matches(cells[0], "`(\\w+)`").Select(match => match.Groups[1].Value).ToArray(), cells[1]));

    private static void AssertTable(object options, string readme, int atLeast, Func<string, string> shown, params string[] inherited)
    {
        Dictionary<string, string> defaults = options.GetType()
            .GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
            .Where(option => option.CanWrite)
            .ToDictionary(option => shown(option.Name), option => Text(option.GetValue(options)));
        Array.ForEach(inherited, option => defaults.Add(option, "none"));

        Assert.That(Rows(readme).ToDictionary(row => row.Names.Single(), row => row.Default), Is.EquivalentTo(defaults));
        Assert.That(defaults, Has.Count.GreaterThanOrEqualTo(atLeast));
    }

    /// <summary>A default as the tables say it.</summary>
    private static string Text(object? value) => value switch
    {
        null => "none",
        bool flag => flag ? "true" : "false",
        int number => number.ToString("N0", CultureInfo.InvariantCulture),
        TimeSpan time => $"{time.TotalSeconds:0} s",
        Level level => level.Name,
        _ => $"{value}",
    };

    private static string CamelCase(string name) => JsonNamingPolicy.CamelCase.ConvertName(name);
}
