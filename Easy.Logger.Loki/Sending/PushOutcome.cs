namespace Easy.Logger.Loki.Sending;

/// <summary>What an answer means for the push.</summary>
internal enum PushOutcome
{
    /// <summary>Loki has it.</summary>
    Delivered,

    /// <summary>Some or all of it was refused and would be again; the rest was taken.</summary>
    Refused,

    /// <summary>A smaller push may pass.</summary>
    TooLarge,

    /// <summary>The same push may pass later.</summary>
    Retry,

    /// <summary>It might pass later, but the options say not to wait for it.</summary>
    Dropped,
}
