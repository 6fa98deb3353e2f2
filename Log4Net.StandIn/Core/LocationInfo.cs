using System.Diagnostics;
using System.Runtime.Serialization;

namespace log4net.Core;

public class LocationInfo
{
    internal const string Unknown = "?";

    public LocationInfo(Type? callerStackBoundaryDeclaringType)
    {
        StackFrames = callerStackBoundaryDeclaringType is null ? null : FramesBelow(callerStackBoundaryDeclaringType);
        if (StackFrames is { Length: > 0 } frames)
        {
            StackFrameItem caller = frames[0];
            ClassName = caller.ClassName;
            MethodName = caller.Method.Name;
            FileName = caller.FileName;
            LineNumber = caller.LineNumber;
            FullInfo = caller.FullInfo;
        }
        else
        {
            ClassName = MethodName = FileName = LineNumber = FullInfo = Unknown;
        }
    }

    public LocationInfo(string className, string methodName, string fileName, string lineNumber)
    {
        ClassName = className;
        MethodName = methodName;
        FileName = fileName;
        LineNumber = lineNumber;
        FullInfo = Describe(className, methodName, fileName, lineNumber);
    }

    protected LocationInfo(SerializationInfo info, StreamingContext context)
        : this(info.GetString(nameof(ClassName))!, info.GetString(nameof(MethodName))!, info.GetString(nameof(FileName))!, info.GetString(nameof(LineNumber))!)
    {
    }

    public string? ClassName { get; }

    public string? FileName { get; }

    public string FullInfo { get; }

    public string LineNumber { get; }

    public string MethodName { get; }

    public StackFrameItem[]? StackFrames { get; }

    public virtual void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.AddValue(nameof(ClassName), ClassName);
        info.AddValue(nameof(MethodName), MethodName);
        info.AddValue(nameof(FileName), FileName);
        info.AddValue(nameof(LineNumber), LineNumber);
    }

    internal static string Describe(string className, string methodName, string fileName, string lineNumber)
        => $"{className}.{methodName}({fileName}:{lineNumber})";

    // The caller is below the first run of frames that belong to the boundary. No such run: nobody knows the caller.
    private static StackFrameItem[]? FramesBelow(Type boundary)
    {
        StackFrame[] frames = new StackTrace(true).GetFrames() ?? [];
        int first = Array.FindIndex(frames, Belongs);
        if (first < 0)
        {
            return null;
        }
        int caller = Array.FindIndex(frames, first, frame => !Belongs(frame));
        return caller < 0 ? null : [.. frames.Skip(caller).Select(frame => new StackFrameItem(frame))];

        bool Belongs(StackFrame frame) => frame.GetMethod()?.DeclaringType == boundary;
    }
}
