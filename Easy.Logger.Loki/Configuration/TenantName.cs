namespace Easy.Logger.Loki.Configuration;

/// <summary>What Loki takes for the name of a tenant; anything else costs every push.</summary>
internal static class TenantName
{
    public const string Rule = "1 to 150 letters of the alphabet, digits and !-_.*'(), but not . or ..";

    private const int MaxLength = 150;

    private static readonly char[] _others = [.. "!-_.*'()"];

    public static bool IsValid(string name) =>
        name.Length is > 0 and <= MaxLength && name is not ("." or "..") && name.All(character =>
            character is (>= 'a' and <= 'z') or (>= 'A' and <= 'Z') or (>= '0' and <= '9') || Array.IndexOf(_others, character) >= 0);
}
