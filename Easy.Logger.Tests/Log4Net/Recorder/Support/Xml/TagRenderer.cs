using log4net.ObjectRenderer;

namespace Recorder;

/// <summary>Renders whatever it gets as a tag.</summary>
internal sealed class TagRenderer : IObjectRenderer
{
    public void RenderObject(RendererMap rendererMap, object obj, TextWriter writer) => writer.Write("<tag>");
}
