namespace Easy.Logger.Extensions.Microsoft.State;

/// <summary>How the message of a state comes about.</summary>
internal enum StateFormat
{
    /// <summary>Only its own formatter knows.</summary>
    Unknown,

    /// <summary>Microsoft's formatter writes the values into the placeholders of the template, in their order.</summary>
    Template,

    /// <summary>
    /// A method that the compiler generated of <c>[LoggerMessage]</c> writes the values into the placeholders of their names.
    /// </summary>
    Generated,
}
