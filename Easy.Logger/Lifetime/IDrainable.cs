namespace Easy.Logger.Lifetime;

/// <summary>Something that holds events which must not be lost when the process ends.</summary>
internal interface IDrainable
{
    /// <summary>Lets no log call wait for longer than a close may take from now on. Waits for nothing, never throws.</summary>
    void EndWaits();

    /// <summary>Writes what waits and accepts nothing more; waits also for a close that is under way. Ends by its own deadline, never throws.</summary>
    void DrainAtExit();

    /// <summary>Writes what waits and goes on. Ends by its own deadline, never throws.</summary>
    void FlushBeforeEnd();
}
