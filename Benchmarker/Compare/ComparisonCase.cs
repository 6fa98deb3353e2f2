using System.Text;

namespace Benchmarker.Compare;

/// <summary>A configuration and what is logged to it. Plain values, so that a case can be repeated, reduced and printed.</summary>
/// <param name="Seed">What it was made from.</param>
/// <param name="Roots">The appenders of the root logger.</param>
/// <param name="Phases">What happens, one phase after the other.</param>
/// <param name="Shared">An appender below another one that is attached to the root logger too.</param>
internal sealed record ComparisonCase(int Seed, IReadOnlyList<Node> Roots, IReadOnlyList<Phase> Phases, int? Shared)
{
    public int Threads => Phases.Count == 0 ? 1 : Phases.Max(phase => phase.Steps.Count);

    /// <summary>Whether an async appender has <c>fix</c> set.</summary>
    public bool HasFix => Roots.Any(HasFixSet);

    public override string ToString()
    {
        StringBuilder text = new($"seed {Seed}\n");
        foreach (Node root in Roots)
        {
            Print(root, 1);
        }

        text.Append(Shared is null ? string.Empty : $"  {Shared} is attached to the root logger too\n");
        foreach (Phase phase in Phases)
        {
            for (int thread = 0; thread < phase.Steps.Count; thread++)
            {
                foreach (Step step in phase.Steps[thread])
                {
                    text.Append($"  T{thread}: {step}\n");
                }
            }

            foreach (Change change in phase.Changes)
            {
                text.Append($"  then: {change}\n");
            }
        }

        return text.ToString();

        void Print(Node node, int depth)
        {
            text.Append(' ', 2 * depth).Append(node.Text).Append('\n');
            foreach (Node child in node is Container container ? container.Children : [])
            {
                Print(child, depth + 1);
            }
        }
    }

    private static bool HasFixSet(Node node) =>
        node is Container container && (container.Options.Fix is not null || container.Children.Any(HasFixSet));
}

/// <summary>All threads run their steps at the same time; then all is flushed and the changes are made, with a flush after each.</summary>
internal sealed record Phase(IReadOnlyList<IReadOnlyList<Step>> Steps, IReadOnlyList<Change> Changes);
