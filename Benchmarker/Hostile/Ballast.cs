namespace Benchmarker.Hostile;

/// <summary>Memory that is used up, so that nobody else finds any.</summary>
internal sealed class Ballast : IDisposable
{
    private const int Large = 64 << 10;
    private const int Small = 256;

    private readonly byte[]?[] _blocks = new byte[1 << 16][];
    private int _count;

    private Ballast()
    {
    }

    /// <summary>Uses up the whole heap for a moment.</summary>
    /// <returns>Whether it was full.</returns>
    public static bool HoldAll(int milliseconds)
    {
        try
        {
            using Ballast ballast = new();
            bool isFull = ballast.Fill(Large);
            isFull &= ballast.Fill(Small);
            Thread.Sleep(milliseconds);
            return isFull;
        }
        catch (OutOfMemoryException)
        {
            return true; // not even room for the list
        }
    }

    /// <summary>Uses up the heap but for so much.</summary>
    public static Ballast HoldAllBut(int bytes)
    {
        Ballast ballast = new();
        ballast.Fill(Large);
        for (int i = 0; i < bytes / Large && ballast._count > 0; i++)
        {
            ballast._blocks[--ballast._count] = null;
        }

        return ballast;
    }

    public void Dispose() => Array.Clear(_blocks);

    /// <returns>Whether no further block was to be had.</returns>
    private bool Fill(int size)
    {
        try
        {
            while (_count < _blocks.Length)
            {
                _blocks[_count] = new byte[size];
                _count++;
            }

            return false;
        }
        catch (OutOfMemoryException)
        {
            return true;
        }
    }
}
