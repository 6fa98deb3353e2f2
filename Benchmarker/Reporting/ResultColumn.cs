using Benchmarker.Running;

namespace Benchmarker.Reporting;

/// <summary>One column of the result table.</summary>
internal sealed record ResultColumn(string Header, Func<ScenarioSummary, string> Text);
