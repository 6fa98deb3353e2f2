namespace Easy.Logger.Diagnostics;

/// <summary>
/// One book for each name, up to a number of names; all that come later share one more, so that a program which makes up names without end stays bounded. Not thread-safe.
/// </summary>
/// <param name="mostNames">The most names that are kept apart.</param>
/// <param name="others">The name of the book that the others share.</param>
/// <param name="make">Makes the book of a name.</param>
internal sealed class BoundedBooks<TName, TBook>(int mostNames, TName others, Func<TName, TBook> make)
    where TName : notnull
{
    private readonly Dictionary<TName, TBook> _books = [];

    public IReadOnlyCollection<TBook> All => _books.Values;

    /// <summary>The book of a name, made when there is none yet.</summary>
    public TBook Of(TName name)
    {
        if (_books.TryGetValue(name, out TBook? known))
        {
            return known;
        }

        if (_books.Count >= mostNames)
        {
            name = others;
            if (_books.TryGetValue(name, out known))
            {
                return known;
            }
        }

        TBook book = make(name);
        _books.Add(name, book);
        return book;
    }
}
