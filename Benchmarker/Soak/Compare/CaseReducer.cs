namespace Benchmarker.Soak.Compare;

/// <summary>Makes a case that shows a difference smaller, as long as it shows one.</summary>
internal static class CaseReducer
{
    public static ComparisonCase Reduce(ComparisonCase found, Func<ComparisonCase, bool> differs, TimeSpan time)
    {
        DateTime end = DateTime.UtcNow + time;
        bool smaller;
        do
        {
            smaller = false;
            foreach (ComparisonCase candidate in Smaller(found))
            {
                if (DateTime.UtcNow > end)
                {
                    return found;
                }

                if (differs(candidate))
                {
                    found = candidate;
                    smaller = true;
                    break;
                }
            }
        }
        while (smaller);
        return found;
    }

    private static IEnumerable<ComparisonCase> Smaller(ComparisonCase whole)
    {
        for (int i = 0; i < whole.Phases.Count && whole.Phases.Count > 1; i++)
        {
            yield return whole with { Phases = Without(whole.Phases, i) };
        }

        foreach (IReadOnlyList<Node> roots in SmallerNodes(whole.Roots))
        {
            if (roots.Count > 0)
            {
                yield return whole with { Roots = roots };
            }
        }

        if (whole.Shared is not null)
        {
            yield return whole with { Shared = null };
        }

        for (int i = 0; i < whole.Phases.Count; i++)
        {
            foreach (Phase phase in Smaller(whole.Phases[i]))
            {
                yield return whole with { Phases = With(whole.Phases, i, phase) };
            }
        }
    }

    private static IEnumerable<Phase> Smaller(Phase whole)
    {
        for (int i = 0; i < whole.Steps.Count && whole.Steps.Count > 1; i++)
        {
            yield return whole with { Steps = Without(whole.Steps, i) };
        }

        for (int i = 0; i < whole.Changes.Count; i++)
        {
            yield return whole with { Changes = Without(whole.Changes, i) };
        }

        for (int i = 0; i < whole.Steps.Count; i++)
        {
            IReadOnlyList<Step> steps = whole.Steps[i];
            if (steps.Count > 3)
            {
                yield return whole with { Steps = With(whole.Steps, i, [.. steps.Take(steps.Count / 2)]) };
                yield return whole with { Steps = With(whole.Steps, i, [.. steps.Skip(steps.Count / 2)]) };
            }

            for (int j = 0; j < steps.Count; j++)
            {
                yield return whole with { Steps = With(whole.Steps, i, Without(steps, j)) };
            }
        }
    }

    private static IEnumerable<IReadOnlyList<Node>> SmallerNodes(IReadOnlyList<Node> whole)
    {
        for (int i = 0; i < whole.Count; i++)
        {
            yield return Without(whole, i);
            foreach (Node node in Smaller(whole[i]))
            {
                yield return With(whole, i, node);
            }
        }
    }

    private static IEnumerable<Node> Smaller(Node whole)
    {
        for (int i = 0; i < whole.Filters.Count; i++)
        {
            yield return whole with { Filters = Without(whole.Filters, i) };
        }

        if (whole.Threshold is not null)
        {
            yield return whole with { Threshold = null };
        }

        switch (whole)
        {
            case Container container:
                foreach (Node child in container.Children)
                {
                    yield return child;
                }

                foreach (IReadOnlyList<Node> children in SmallerNodes(container.Children))
                {
                    yield return container with { Children = children };
                }

                break;
            case Leaf { Layout.Pattern: { } pattern } leaf when pattern.Contains(' ', StringComparison.Ordinal):
                string[] parts = pattern.Split(' ');
                for (int i = 0; i < parts.Length - 1; i++) // the last one may be the line break, without which threads mix their lines
                {
                    yield return leaf with { Layout = leaf.Layout with { Pattern = string.Join(' ', parts.Where((_, at) => at != i)) } };
                }

                break;
        }
    }

    private static T[] Without<T>(IReadOnlyList<T> list, int index) => [.. list.Where((_, at) => at != index)];

    private static T[] With<T>(IReadOnlyList<T> list, int index, T item) => [.. list.Select((each, at) => at == index ? item : each)];
}
