namespace Easy.Logger.DogStatsd;

/// <summary>How fine the tags are that an agent adds of itself, about the container that a metric comes from.</summary>
public enum DogStatsdCardinality
{
    /// <summary>As the agent is set up.</summary>
    Default,

    /// <summary>None are added.</summary>
    None,

    /// <summary>Those of hosts and clusters.</summary>
    Low,

    /// <summary>Those of pods and tasks, too.</summary>
    Orchestrator,

    /// <summary>Those of containers and requests, too.</summary>
    High,
}
