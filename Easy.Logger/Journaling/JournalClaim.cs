using Easy.Logger.Threading;

namespace Easy.Logger.Journaling;

/// <summary>
/// One appender's turn to use a journal. Within a process they take turns: an appender that did not end within its closeTimeout still has the file when the
/// next one is activated.
/// </summary>
internal sealed class JournalClaim
{
    private static readonly object _lock = new();
    private static readonly Dictionary<string, List<JournalClaim>> _claims = [];

    private readonly Action _onTurn;

    private JournalClaim(string path, string appenderName, Action onTurn)
    {
        Path = path;
        AppenderName = appenderName;
        _onTurn = onTurn;
    }

    public string Path { get; }

    public string AppenderName { get; }

    /// <summary>Gets in line for a journal.</summary>
    /// <param name="path">Its full path.</param>
    /// <param name="appenderName">Who wants it.</param>
    /// <param name="onTurn">
    /// Called on the releasing thread when all that came earlier have released theirs; not called when it is this one's turn at once.
    /// </param>
    /// <param name="holder">Who has it; <see langword="null" /> when nobody has.</param>
    public static JournalClaim Take(string path, string appenderName, Action onTurn, out JournalClaim? holder)
    {
        JournalClaim claim = new(path, appenderName, onTurn);
        using (Uninterrupted.Lock(_lock))
        {
            if (!_claims.TryGetValue(path, out List<JournalClaim>? line))
            {
                _claims.Add(path, line = []);
            }

            holder = line.FirstOrDefault();
            line.Add(claim);
        }

        return claim;
    }

    /// <summary>Leaves the line. The file has to be closed.</summary>
    public void Release()
    {
        JournalClaim? next;
        using (Uninterrupted.Lock(_lock))
        {
            List<JournalClaim> line = _claims[Path];
            next = ReferenceEquals(line[0], this) ? line.ElementAtOrDefault(1) : null;
            line.Remove(this);
            if (line.Count == 0)
            {
                _claims.Remove(Path);
            }
        }

        next?._onTurn();
    }
}
