namespace Easy.Logger.Tests.Support;

/// <summary>Which demands of users a test shows, by their numbers in docs/design/demands.md.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
internal sealed class DemandAttribute : PropertyAttribute
{
    public const string Name = "Demand";

    public DemandAttribute(params string[] numbers)
    {
        foreach (string number in numbers)
        {
            Properties.Add(Name, number);
        }
    }
}
