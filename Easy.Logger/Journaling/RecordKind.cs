namespace Easy.Logger.Journaling;

/// <summary>What stands at the beginning of a record: numbers that neither text nor zeros happen to be.</summary>
internal enum RecordKind
{
    /// <summary>No record.</summary>
    None = 0,

    /// <summary>An event that is not settled.</summary>
    Live = unchecked((int)0xE5106001),

    /// <summary>An event that was given up while it waited. Written over <see cref="Live" />, which no checksum covers.</summary>
    Dead = unchecked((int)0xE5106002),

    /// <summary>The unused rest before the end of the ring, where the next record did not fit.</summary>
    Filler = unchecked((int)0xE5106003),
}
