namespace log4net.Core;

public partial class LevelCollection
{
    public interface ILevelCollectionEnumerator
    {
        Level Current { get; }

        bool MoveNext();

        void Reset();
    }
}
