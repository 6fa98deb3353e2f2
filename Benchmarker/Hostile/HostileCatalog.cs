namespace Benchmarker.Hostile;

/// <summary>All scenarios, in the order in which they run.</summary>
internal static class HostileCatalog
{
    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        .. Pauses.All,
        .. MissingThreads.All,
        .. SmallHeap.All,
        .. StuckConsole.All,
        .. ClosedPipe.All,
        .. Disks.All,
        .. Hangs.All,
        .. StuckAppenders.All,
        .. ThrowingParts.All,
        .. ManyAppenders.All,
        .. Interrupts.All,
        .. Finalizers.All,
        .. Unloading.All,
        .. Changes.All,
    ];

    /// <summary>Finds one by its name, those included that only tests run.</summary>
    public static HostileScenario? Find(string name) => All.Concat(Controls.All).FirstOrDefault(scenario => scenario.Name == name);

    public static string Names => string.Join(", ", All.Select(scenario => scenario.Name));
}
