using log4net.Core;

namespace Recorder;

/// <summary>Cannot be made without a type attribute.</summary>
internal interface INested;

/// <summary>An object that a configuration makes below a <see cref="Target"/>.</summary>
internal sealed class Nested : INested, IOptionHandler
{
    public string? Name { get; set; }

    public int Size { get; set; }

    public Nested? Inner { get; set; }

    public void ActivateOptions() => Target.Calls.Add("activate nested " + Name);

    public override string ToString() => $"nested({Name},{Size},{Inner?.ToString() ?? "-"})";
}
