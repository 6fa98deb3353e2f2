namespace Easy.Logger.Extensions.Microsoft.State;

/// <summary>How a sequence is written.</summary>
internal enum SequenceFormat
{
    /// <summary>By Microsoft's formatter: its items.</summary>
    Joined,

    /// <summary>By a generated method that declares a sequence: its items in brackets.</summary>
    Bracketed,

    /// <summary>By a generated method that declares an <see cref="object" />: as it writes itself.</summary>
    AsItself,
}
