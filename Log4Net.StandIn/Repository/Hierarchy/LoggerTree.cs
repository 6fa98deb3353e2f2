namespace log4net.Repository.Hierarchy;

/// <summary>
/// Loggers by the dotted parts of their names; finds who is above and below a new one. A part without a logger of its own is an empty
/// place on the way. Callers hold the lock of the hierarchy.
/// </summary>
internal sealed class LoggerTree
{
    private readonly Place _top = new();

    /// <summary>Gives the new logger its parent, and the next loggers below it the new one as theirs.</summary>
    public void Insert(Logger added, Logger root)
    {
        Place place = _top;
        Logger parent = root;
        foreach (string part in added.Name.Split('.'))
        {
            parent = place.Logger ?? parent;
            if (!place.Below.TryGetValue(part, out Place? next))
            {
                place.Below.Add(part, next = new Place());
            }
            place = next;
        }
        place.Logger = added;
        added.Parent = parent;

        // The empty name is above later names that start with a dot, but takes over none that is there already.
        if (added.Name.Length > 0)
        {
            Adopt(place, added);
        }
    }

    private static void Adopt(Place place, Logger parent)
    {
        foreach (Place next in place.Below.Values)
        {
            if (next.Logger is { } child)
            {
                child.Parent = parent;
            }
            else
            {
                Adopt(next, parent);
            }
        }
    }

    private sealed class Place
    {
        public Dictionary<string, Place> Below { get; } = new(StringComparer.Ordinal);

        public Logger? Logger { get; set; }
    }
}
