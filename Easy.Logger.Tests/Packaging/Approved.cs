namespace Easy.Logger.Tests.Packaging;

/// <summary>Texts that somebody has looked at and found right. A test that finds another text fails and says how to accept it.</summary>
internal static class Approved
{
    private const string Switch = "EASY_LOGGER_APPROVE";

    private static readonly string _folder = Path.Combine(Repository.Root, "Easy.Logger.Tests", "Packaging", "Approved");

    public static void Verify(string name, IEnumerable<string> lines)
    {
        string file = Path.Combine(_folder, name);
        string[] found = [.. lines];
        if (Environment.GetEnvironmentVariable(Switch) == "1")
        {
            File.WriteAllText(file, string.Concat(found.Select(line => line + "\n")));
        }

        string[] approved = File.Exists(file) ? File.ReadAllLines(file) : [];
        if (!found.SequenceEqual(approved))
        {
            IEnumerable<string> changes =
                approved.Except(found).Select(line => $"- {line}").Concat(found.Except(approved).Select(line => $"+ {line}"));
            Assert.Fail(
                $"""
                Not as approved in {file}:
                {string.Join('\n', changes)}
                If it is meant: {Switch}=1 dotnet test -c Release --filter TestCategory=Packaging -- NUnit.ExplicitMode=Relaxed
                and commit what changed.
                """);
        }
    }
}
