using System.Collections;
#if NET
using System.Diagnostics.CodeAnalysis;
#endif
using System.Reflection;
using Easy.Logger.Extensions.Microsoft.Diagnostics;
using log4net.Util;

namespace Easy.Logger.Extensions.Microsoft.State;

/// <summary>The key-value pairs of a log call or of a scope, with their values as they are at the call. For one thread; rented.</summary>
internal sealed class StateReader
{
    /// <summary>The key under which Microsoft.Extensions.Logging keeps the text with the placeholders.</summary>
    public const string OriginalFormat = "{OriginalFormat}";

    /// <summary>The failure of pairs that throw.</summary>
    public const string Unreadable = "key-value pairs of a log call or a scope could not be read; its event has the others";

    private const BindingFlags FieldOfAnyCase = BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.IgnoreCase;

    [ThreadStatic]
    private static StateReader? _free;

    private readonly List<KeyValuePair<string, object?>> _pairs = [];
    private FailureNotices _notices = null!;
    private StateReader? _nextFree;

    /// <summary>The template of the message, when the state has one.</summary>
    public string? Template { get; private set; }

    /// <summary>Whether a value was captured, because it may change after the call.</summary>
    public bool HasCaptured { get; private set; }

    /// <summary>Takes a reader that is empty: a scope is read while the state is, and a value may log while it is read.</summary>
    public static StateReader Rent(FailureNotices notices)
    {
        StateReader reader = _free ?? new StateReader();
        _free = reader._nextFree;
        reader._notices = notices;
        return reader;
    }

    public void Return()
    {
        _pairs.Clear();
        Template = null;
        HasCaptured = false;
        _nextFree = _free;
        _free = this;
    }

    /// <summary>Reads each pair. Of pairs that cannot be read the others are there.</summary>
    /// <param name="state">The state of a log call, or a scope.</param>
    public void Read(object? state)
    {
        try
        {
            if (state is IReadOnlyList<KeyValuePair<string, object?>> list)
            {
                ReadList(list);
            }
            else if (state is Dictionary<string, object?> dictionary)
            {
                foreach (KeyValuePair<string, object?> pair in dictionary)
                {
                    Add(pair); // without a box of the enumerator
                }
            }
            else if (state is IEnumerable<KeyValuePair<string, object?>> pairs)
            {
                foreach (KeyValuePair<string, object?> pair in pairs)
                {
                    Add(pair);
                }
            }
        }
        catch (Exception e)
        {
            ReportUnreadable(e);
        }
    }

    /// <summary>The message of the captured values; <see langword="null" /> when the state's own formatter has to write it.</summary>
#if NET
    [UnconditionalSuppressMessage(
        "Trimming", "IL2070", Justification = "Of a field that was trimmed nothing is known, and the state's own formatter writes.")]
#endif
    public string? Message(StateFormat format, Type state)
    {
        if (format == StateFormat.Unknown || Template is null)
        {
            return null;
        }

        foreach (KeyValuePair<string, object?> pair in _pairs)
        {
            if (format == StateFormat.Generated && pair.Value is CapturedValue { IsSequence: true } captured)
            {
                if (state.GetField("_" + pair.Key, FieldOfAnyCase)?.FieldType is not { } declared)
                {
                    return null;
                }

                captured.WriteSequenceAs(
                    typeof(IEnumerable).IsAssignableFrom(declared) ? SequenceFormat.Bracketed : SequenceFormat.AsItself);
            }
        }

        return TemplateMessage.Format(Template, _pairs, format);
    }

    /// <summary>Writes each pair that is read as a property; what is there under the same name is replaced.</summary>
    public void WriteTo(PropertiesDictionary properties, PropertyPlan plan)
    {
        foreach (KeyValuePair<string, object?> pair in _pairs)
        {
            string name = PropertyNames.WithoutSign(pair.Key);
            if (plan.Has(name))
            {
                properties[name] = pair.Value is CapturedValue captured ? captured.ToString() : pair.Value;
            }
        }
    }

    private void ReadList(IReadOnlyList<KeyValuePair<string, object?>> list)
    {
        int count = list.Count;
        for (int i = 0; i < count; i++)
        {
            try
            {
                Add(list[i]);
            }
            catch (Exception e)
            {
                ReportUnreadable(e);
            }
        }
    }

    private void Add(KeyValuePair<string, object?> pair)
    {
        if (pair.Key == OriginalFormat)
        {
            Template = pair.Value as string ?? Template;
        }
        else if (pair.Key is not null)
        {
            bool isCaptured = !ImmutableTypes.Contains(pair.Value);
            HasCaptured |= isCaptured;
            _pairs.Add(isCaptured ? new(pair.Key, new CapturedValue(pair.Value!, _notices)) : pair);
        }
    }

    private void ReportUnreadable(Exception e) => _notices.Report(Unreadable, e);
}
