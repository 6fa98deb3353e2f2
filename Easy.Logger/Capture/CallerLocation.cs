using System.Collections.Concurrent;
using System.Diagnostics;
#if NET
using System.Diagnostics.CodeAnalysis;
#endif
using System.Reflection;
using log4net.Core;

namespace Easy.Logger.Capture;

/// <summary>
/// Finds the caller of a log call as log4net does, at a third of the price: file and line of a place in the code are looked up once and
/// then kept. It has no stack frames, of which log4net keeps one with several texts for each level of the stack.
/// </summary>
/// <remarks>See <c>Benchmarker caller --children</c> for what it costs.</remarks>
internal static class CallerLocation
{
    /// <summary>A program has some thousand places that log; one that makes code without end shall not fill the memory with them.</summary>
    private const int MaxPlaces = 10_000;

    private static readonly LocationInfo _notAvailable = new(callerStackBoundaryDeclaringType: null);

    // By assembly, and weak: one that can be unloaded is not kept.
    private static readonly WeakCache<Assembly, ConcurrentDictionary<Place, LocationInfo>> _places = new();

    /// <summary>Finds the caller.</summary>
    /// <param name="boundary">
    /// The class behind which the caller is found on the stack; <see langword="null" /> when it is not to be found.
    /// </param>
#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2026",
        Justification = "log4net asks the same of the same frames; a frame without a method is passed over.")]
#endif
    public static LocationInfo Find(Type? boundary)
    {
        if (boundary is null)
        {
            return _notAvailable;
        }

        StackTrace trace = new(fNeedFileInfo: false);
        int frame = 0;
        while (frame < trace.FrameCount && trace.GetFrame(frame)?.GetMethod()?.DeclaringType != boundary)
        {
            frame++;
        }

        while (frame < trace.FrameCount && trace.GetFrame(frame)?.GetMethod()?.DeclaringType == boundary)
        {
            frame++;
        }

        if (frame >= trace.FrameCount)
        {
            return _notAvailable;
        }

        StackFrame caller = trace.GetFrame(frame)!;
        return caller.GetMethod() is { } method && caller.GetILOffset() is var offset and not StackFrame.OFFSET_UNKNOWN
            ? Find(new Place(method, offset), boundary)
            : WithoutFrames(boundary);
    }

    private static LocationInfo Find(Place place, Type boundary)
    {
        ConcurrentDictionary<Place, LocationInfo> places = _places.GetOrAdd(place.Method.Module.Assembly, _ => new());
        if (!places.TryGetValue(place, out LocationInfo? location))
        {
            if (places.Count >= MaxPlaces)
            {
                places.Clear();
            }

            location = WithoutFrames(boundary);
            places[place] = location;
        }

        return location;
    }

    private static LocationInfo WithoutFrames(Type boundary) =>
        new LocationInfo(boundary) is { StackFrames: not null } found
            ? new LocationInfo(found.ClassName!, found.MethodName, found.FileName!, found.LineNumber)
            : _notAvailable;

    private readonly record struct Place(MethodBase Method, int Offset);
}
