using System.Runtime.InteropServices;
using System.Text.Json.Nodes;

namespace Easy.Logger.Tests.Frameworks;

/// <summary>
/// A program that is configured in code or from XML, published trimmed or compiled ahead of time: no warning about us, and every line
/// written.
/// </summary>
[Category("Trimming")]
[Explicit("Each publishes a program: .ci/run does.")]
[FixtureLifeCycle(LifeCycle.SingleInstance)]
[Parallelizable(ParallelScope.Self)] // each takes all cores for minutes
internal sealed class TrimmingTests
{
    private const int Lines = 3000;

    /// <summary>They read XML by reflection and look for their own files, and the tools warn of it.</summary>
    private static readonly string[] _others = ["'log4net'", " log4net.Util.", "'System.Configuration.ConfigurationManager'"];

    /// <summary>What is said where there is no C compiler, whose linker native code needs.</summary>
    private const string NoLinker = "Platform linker";

    /// <summary>Not every source of packages has what publishing takes.</summary>
    private static readonly string[] _tools = ["Microsoft.NETCore.App.Runtime", "Microsoft.DotNet.ILCompiler", "Microsoft.NET.ILLink"];

    private readonly TempFolder _folder = new();

    [OneTimeSetUp]
    public static void FindPlatform()
    {
        if (!OperatingSystem.IsLinux() || RuntimeInformation.OSArchitecture != Architecture.X64)
        {
            Assert.Ignore("The runtime packages of these tests are those of Linux on x64.");
        }
    }

    [OneTimeTearDown]
    public void End() => _folder.Dispose();

    /// <summary>Run as it is, and as far as it can run without what native code cannot do.</summary>
    [Test]
    [Demand("K6")]
    public void Trimmed_ConfiguredInCode_WritesEveryLine()
    {
        string folder = Publish("trimmed");
        AssertRuns(folder, "with-dynamic-code");

        string options = Path.Combine(folder, "out", "AotProbe.runtimeconfig.json");
        JsonNode json = JsonNode.Parse(File.ReadAllText(options))!;
        json["runtimeOptions"]!["configProperties"]!["System.Runtime.CompilerServices.RuntimeFeature.IsDynamicCodeSupported"] = false;
        File.WriteAllText(options, json.ToJsonString());
        AssertRuns(folder, "without-dynamic-code");
    }

    [Test]
    [Demand("K6")]
    public void AheadOfTime_ConfiguredInCodeOrFromXml_WritesEveryLine()
    {
        string folder = Publish("aot");
        AssertRuns(folder, "native");
        AssertRunsFromXml(folder);
    }

    [Test]
    public void SingleFile_ConfiguredFromXml_WritesEveryLine() => AssertRunsFromXml(Publish("single"));

    /// <summary>Into a folder of this run. Skipped where a package for it is not to be had, or a linker.</summary>
    private string Publish(string how)
    {
        string folder = _folder.File(how);
        string script = Path.Combine("Easy.Logger.Tests", "AotProbe", "publish.sh");
        (int exitCode, string output) = new Command(Repository.Root).Run("bash", script, how, folder, _folder.File("artifacts"));
        string[] missing =
        [
            .. output.Split('\n').Where(line => (line.Contains("error NU110", StringComparison.Ordinal) && _tools.Any(line.Contains))
                || line.Contains(NoLinker, StringComparison.Ordinal)),
        ];
        if (missing.Length > 0)
        {
            Assert.Ignore(missing[0].Trim());
        }

        Assert.That(exitCode, Is.Zero, output);
        string[] ours =
            [.. output.Split('\n').Where(line => line.Contains("warning IL", StringComparison.Ordinal) && !_others.Any(line.Contains))];
        Assert.That(ours, Is.Empty);
        return folder;
    }

    private static void AssertRunsFromXml(string folder)
    {
        string logs = Directory.CreateDirectory(Path.Combine(folder, "from-xml")).FullName;
        File.WriteAllText(
            Path.Combine(logs, "log4net.config"),
            $$"""
            <log4net>
              <root><level value="ALL" /><appender-ref ref="Async" /></root>
              <appender name="Async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
                <bufferSize value="256" />
                <overflow value="Block" />
                <appender-ref ref="RollingFile" />
              </appender>
              <appender name="RollingFile" type="log4net.Appender.RollingFileAppender">
                <file value="{{Path.Combine(logs, "xml.log")}}" />
                <filter type="log4net.Filter.LevelRangeFilter"><levelMin value="INFO" /></filter>
                <layout type="log4net.Layout.PatternLayout">
                  <conversionPattern value="%level %logger %property{request} %message%newline" /></layout>
              </appender>
            </log4net>
            """);
        using ProbeRun program = new(Path.Combine(folder, "out", "AotProbe"), logs, "from-xml");
        program.AssertEndsWith(91);

        Assert.That(program.Output, Has.None.Contains("[Async]").And.None.Contains("Unable to set"), program.Transcript);
        Assert.That(File.Exists(Path.Combine(logs, "xml.log")), program.Transcript);
        Assert.That(
            File.ReadLines(Path.Combine(logs, "xml.log")),
            Is.EqualTo(Enumerable.Range(0, Lines / 3).Select(i => $"INFO AotProbe.Program 7 provider {i}")),
            program.Transcript);
    }

    private static void AssertRuns(string folder, string run)
    {
        string logs = Directory.CreateDirectory(Path.Combine(folder, run)).FullName;
        using ProbeRun program = new(Path.Combine(folder, "out", "AotProbe"), logs);
        program.AssertEndsWith(90);

        Assert.That(program.Output, Does.Contain($"forwarded {Lines} and {Lines}, calls of the override {Lines}"), program.Transcript);
        Assert.That(program.Output, Does.Contain($"event source: {Lines} events"), program.Transcript);
        string[] ways = ["log4net", "facade", "provider"];
        string[] expected = [.. ways.SelectMany(way => Enumerable.Range(0, Lines / 3).Select(i => $"INFO AotProbe.Program {way} {i}"))];
        foreach (string name in new[] { "stock.log", "derived.log" })
        {
            Assert.That(File.ReadLines(Path.Combine(logs, name)).Select(line => line[5..]), Is.EquivalentTo(expected), $"{run} {name}");
        }
    }
}
