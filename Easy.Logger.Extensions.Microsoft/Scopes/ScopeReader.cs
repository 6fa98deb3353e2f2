using System.Collections;
using System.Text;
using Easy.Logger.Extensions.Microsoft.Categories;
using Easy.Logger.Extensions.Microsoft.Diagnostics;
using Easy.Logger.Extensions.Microsoft.State;
using log4net.Util;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Extensions.Microsoft.Scopes;

/// <summary>Reads the scopes around one log call, outermost first. For one thread.</summary>
internal sealed class ScopeReader
{
    private const string Separator = " => ";

    private static readonly Action<object?, ScopeReader> _read = static (scope, reader) => reader.Read(scope);

    private PropertiesDictionary _properties = null!;
    private FailureNotices _notices = null!;
    private PropertyPlan _plan = null!;
    private string? _first;
    private StringBuilder? _more;

    private ScopeReader()
    {
    }

    /// <summary>Writes scopes that are key-value pairs as properties.</summary>
    /// <param name="scopes">The scopes of the thread.</param>
    /// <param name="properties">Where they go; an inner scope replaces what an outer one has under the same name.</param>
    /// <param name="notices">Gets a message when a scope cannot be read; the others are.</param>
    /// <param name="plan">What is read of them.</param>
    /// <param name="thread">The calling thread.</param>
    /// <returns>The texts of the other scopes, joined; <see langword="null" /> when there are none.</returns>
    public static string? Read(
        IExternalScopeProvider scopes, PropertiesDictionary properties, FailureNotices notices, PropertyPlan plan, CallingThread thread)
    {
        ScopeReader reader = thread.Scopes ?? new ScopeReader();
        thread.Scopes = null; // a scope may log while it is read
        (reader._properties, reader._notices, reader._plan) = (properties, notices, plan);
        try
        {
            scopes.ForEachScope(_read, reader);
        }
        catch (Exception e)
        {
            notices.Report("the scopes of a log call could not be read to their end", e);
        }

        string? text = reader._more?.ToString() ?? reader._first;
        (reader._first, reader._more, reader._properties) = (null, null, null!);
        thread.Scopes = reader;
        return text;
    }

    private void Read(object? scope)
    {
        try
        {
            switch (scope)
            {
                case null:
                    break;
                case string text:
                    if (_plan.HasScope)
                    {
                        Join(text);
                    }

                    break;
                case Dictionary<string, object?> dictionary when !_plan.HasScope:
                    foreach (KeyValuePair<string, object?> pair in dictionary)
                    {
                        Write(pair.Key, pair.Value); // the usual scope, without a reader and a box of the enumerator
                    }

                    break;
                case IEnumerable<KeyValuePair<string, object?>>:
                    ReadState(scope);
                    break;
                case ICollection items when PairShape.ReadAll(items) is { } pairs:
                    pairs.ForEach(pair => Write(pair.Key, pair.Value));
                    break;
                default:
                    if (PairShape.TryRead(scope, out string name, out object? value))
                    {
                        Write(name, value);
                    }
                    else if (_plan.HasScope)
                    {
                        Join(scope.ToString());
                    }

                    break;
            }
        }
        catch (Exception e)
        {
            _notices.Report("a scope of a log call could not be read; its event has the others", e);
        }
    }

    /// <summary>A scope with a template is a sentence as well.</summary>
    private void ReadState(object scope)
    {
        StateReader reader = StateReader.Rent(_notices);
        reader.Read(scope);
        string? text = null;
        try
        {
            text = reader.Template is null
                || !_plan.HasScope ? null : (reader.HasCaptured ? reader.Message(TemplateMessage.FormatOf(scope), scope.GetType()) : null)
                ?? scope.ToString();
        }
        finally
        {
            reader.WriteTo(_properties, _plan);
            reader.Return();
        }

        Join(text);
    }

    private void Write(string name, object? value)
    {
        string property = PropertyNames.WithoutSign(name);
        if (_plan.Has(property) && name != StateReader.OriginalFormat)
        {
            _properties[property] = CapturedValue.TextOrValue(value, _notices);
        }
    }

    private void Join(string? text)
    {
        if (string.IsNullOrEmpty(text))
        {
            return;
        }

        if (_first is null)
        {
            _first = text;
            return;
        }

        (_more ??= new StringBuilder(_first)).Append(Separator).Append(text);
    }
}
