namespace Easy.Logger.Tests.Support;

/// <summary>Tests with a scene of their own, which ends after each.</summary>
internal abstract class SceneTests<T>
    where T : IDisposable, new()
{
    protected T Scene { get; } = new();

    [TearDown]
    public void EndScene() => Scene.Dispose();
}
