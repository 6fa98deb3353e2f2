using System.Collections;

namespace log4net.Core;

public partial class LevelCollection
{
    public interface ILevelCollectionEnumerator
    {
        Level Current { get; }

        bool MoveNext();

        void Reset();
    }

    protected internal enum Tag
    {
        Default = 0,
    }

    private sealed class Cursor(IEnumerator items) : IEnumerator, ILevelCollectionEnumerator
    {
        public Level Current => (Level)items.Current!;

        object IEnumerator.Current => Current;

        public bool MoveNext() => items.MoveNext();

        public void Reset() => items.Reset();
    }
}
