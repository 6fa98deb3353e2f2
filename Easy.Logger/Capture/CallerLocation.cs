using System.Collections.Concurrent;
using System.Diagnostics;
#if NET
using System.Diagnostics.CodeAnalysis;
#endif
using System.Reflection;
using Easy.Logger.Compatibility;
using log4net.Core;

namespace Easy.Logger.Capture;

/// <summary>
/// Finds the caller of a log call as log4net does, at a third of the price: file and line of a place in the code are looked up once and
/// then kept. log4net makes several texts for each level of the stack, in each call, and they live as long as the event.
/// </summary>
/// <remarks>See <c>Benchmarker caller --children</c> for what it costs.</remarks>
internal static class CallerLocation
{
    /// <summary>A program has some thousand places that log; one that makes code without end shall not fill the memory with them.</summary>
    private const int MaxPlaces = 10_000;

#if NET
    private const string Trimming = "log4net asks the same of the same frames; a frame without a method is passed over.";
#endif

    /// <summary>
    /// Looks up files and lines for .NET. What asks for a location meanwhile on the same thread, as a handler of
    /// <see cref="AppDomain.AssemblyLoad" /> can, gets neither (<c>StackFrameHelper.InitializeSourceInfo</c> does not nest).
    /// <see langword="null" /> where stacks are read in another way.
    /// </summary>
    private static readonly Type? _symbolLookup = Type.GetType("System.Diagnostics.StackFrameHelper");

    private static readonly LocationInfo _notAvailable = new(callerStackBoundaryDeclaringType: null);

    private static readonly PlaceCache<LocationInfo> _callers = new();
    private static readonly PlaceCache<StackFrameItem> _frames = new();

    /// <summary>Finds the caller.</summary>
    /// <param name="boundary">
    /// The class behind which the caller is found on the stack; <see langword="null" /> when it is not to be found.
    /// </param>
    /// <param name="withFrames">Whether with the frames behind it, as log4net's own has them.</param>
#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming)]
#endif
    public static LocationInfo Find(Type? boundary, bool withFrames)
    {
        if (boundary is null)
        {
            return _notAvailable;
        }

        StackTrace trace = new(fNeedFileInfo: false);
        int first = 0;
        while (first < trace.FrameCount && trace.GetFrame(first)?.GetMethod()?.DeclaringType != boundary)
        {
            first++;
        }

        while (first < trace.FrameCount && trace.GetFrame(first)?.GetMethod()?.DeclaringType == boundary)
        {
            first++;
        }

        if (first >= trace.FrameCount)
        {
            return _notAvailable;
        }

        if (PlaceOf(trace.GetFrame(first)!) is not { } place || IsWithinSymbolLookup(trace, first))
        {
            return withFrames ? new LocationInfo(boundary) : WithoutFrames(boundary);
        }

        LocationInfo caller = _callers.Find(place) ?? _callers.Keep(place, WithoutFrames(boundary));
        return !withFrames ? caller
            : FramesFrom(trace, first) is { } frames ? Log4NetMembers.WithFrames(caller, frames)
            : new LocationInfo(boundary);
    }

#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming)]
#endif
    private static bool IsWithinSymbolLookup(StackTrace trace, int first)
    {
        for (int i = first; _symbolLookup is not null && i < trace.FrameCount; i++)
        {
            if (trace.GetFrame(i)?.GetMethod()?.DeclaringType == _symbolLookup)
            {
                return true;
            }
        }

        return false;
    }

    /// <returns><see langword="null" /> when there is one that only log4net can look up.</returns>
#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming)]
#endif
    private static StackFrameItem[]? FramesFrom(StackTrace trace, int first)
    {
        StackTrace? withFiles = null;
        StackFrameItem[] items = new StackFrameItem[trace.FrameCount - first];
        for (int i = 0; i < items.Length; i++)
        {
            StackFrame frame = trace.GetFrame(first + i)!;
            if (frame.GetMethod() is { } method && IsCompiledAtRuntime(method))
            {
                items[i] = new StackFrameItem(frame); // it is in no file
                continue;
            }

            if (PlaceOf(frame) is not { } place)
            {
                return null;
            }

            if (_frames.Find(place) is { } known)
            {
                items[i] = known;
                continue;
            }

            // It begins one level further up, and has the same end.
            withFiles ??= new StackTrace(fNeedFileInfo: true);
            items[i] = _frames.Keep(place, new StackFrameItem(withFiles.GetFrame(withFiles.FrameCount - items.Length + i)!));
        }

        return items;
    }

    /// <summary>Whether it is a method of an expression tree or the like, which belongs to no class.</summary>
    private static bool IsCompiledAtRuntime(MethodBase method) =>
        method.DeclaringType is null && method.GetType().Name.EndsWith("DynamicMethod", StringComparison.Ordinal);

#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming)]
#endif
    private static Place? PlaceOf(StackFrame frame) =>
        frame.GetMethod() is { } method && frame.GetILOffset() is var offset and not StackFrame.OFFSET_UNKNOWN
            ? new Place(method, offset)
            : null;

    private static LocationInfo WithoutFrames(Type boundary) =>
        new LocationInfo(boundary) is { StackFrames: not null } found
            ? new LocationInfo(found.ClassName!, found.MethodName, found.FileName!, found.LineNumber)
            : _notAvailable;

    private readonly record struct Place(MethodBase Method, int Offset);

    /// <summary>What was looked up of places. By assembly, and weak: one that can be unloaded is not kept.</summary>
    private sealed class PlaceCache<T>
        where T : class
    {
        private readonly WeakCache<Assembly, ConcurrentDictionary<Place, T>> _assemblies = new();

        public T? Find(Place place) => PlacesOf(place).TryGetValue(place, out T? known) ? known : null;

        public T Keep(Place place, T value)
        {
            ConcurrentDictionary<Place, T> places = PlacesOf(place);
            if (places.Count >= MaxPlaces)
            {
                places.Clear();
            }

            return places[place] = value;
        }

        private ConcurrentDictionary<Place, T> PlacesOf(Place place) =>
            _assemblies.GetOrAdd(place.Method.Module.Assembly, _ => new ConcurrentDictionary<Place, T>());
    }
}
