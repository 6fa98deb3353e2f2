namespace MatrixProbe;

/// <summary>A message that does what its cell says when it is rendered.</summary>
internal sealed class TroubledMessage(Trouble trouble)
{
    public override string ToString()
    {
        trouble.Make();
        return "message";
    }
}
