using System.Text;

namespace Easy.Logger.Tests.Support.PublicApi;

/// <summary>What an assembly offers, line by line: read from the assembly (<see cref="ApiReader" />) or from text that was approved or recorded.</summary>
internal sealed class ApiListing(IEnumerable<ApiType> types)
{
    private const string NamespaceMark = "namespace ";
    private const string Indent = "  ";

    public IReadOnlyList<ApiType> Types { get; } = [.. types];

    /// <summary>One line for each type, and the name of the type before it.</summary>
    public IEnumerable<string> Declarations => Types.Select(type => $"{type.FullName}: {type.Declaration}");

    /// <summary>One line for each member, and the name of its type before it.</summary>
    public IEnumerable<string> Members => Types.SelectMany(type => type.Members.Select(member => $"{type.FullName}: {member}"));

    /// <summary>Takes the text back apart. Lines that begin with # are for people.</summary>
    public static ApiListing Parse(IEnumerable<string> lines)
    {
        List<ApiType> types = [];
        List<string> members = [];
        string space = string.Empty;
        foreach (string line in lines.Where(line => line.Length > 0 && line[0] != '#'))
        {
            if (line.StartsWith(NamespaceMark, StringComparison.Ordinal))
            {
                space = line[NamespaceMark.Length..];
            }
            else if (line.StartsWith(Indent, StringComparison.Ordinal))
            {
                members.Add(line[Indent.Length..]);
            }
            else
            {
                members = [];
                types.Add(new ApiType(space, line, members));
            }
        }

        return new ApiListing(types);
    }

    /// <summary>Every line of this listing that the other one has not.</summary>
    public IEnumerable<string> Without(ApiListing other) => Declarations.Except(other.Declarations).Concat(Members.Except(other.Members));

    public override string ToString()
    {
        StringBuilder text = new();
        foreach (IGrouping<string, ApiType> space in Types.GroupBy(type => type.Namespace))
        {
            text.Append(NamespaceMark).Append(space.Key).Append("\n\n");
            foreach (ApiType type in space)
            {
                text.Append(type.Declaration).Append('\n');
                text.AppendJoin(string.Empty, type.Members.Select(member => $"{Indent}{member}\n")).Append('\n');
            }
        }

        return text.ToString();
    }
}
