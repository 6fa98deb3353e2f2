namespace Easy.Logger.DogStatsd;

/// <summary>What a service check found; the numbers are those of the protocol.</summary>
public enum DogStatsdServiceStatus
{
    /// <summary>The service works.</summary>
    Ok = 0,

    /// <summary>It works, but not as it should.</summary>
    Warning = 1,

    /// <summary>It does not work.</summary>
    Critical = 2,

    /// <summary>Nobody knows.</summary>
    Unknown = 3,
}
