using System.Diagnostics;
using System.Globalization;
using log4net.Util;

namespace log4net.Core;

public class StackFrameItem
{
    public StackFrameItem(StackFrame frame)
    {
        Guard.NotNull(frame, nameof(frame));
        LineNumber = frame.GetFileLineNumber().ToString(CultureInfo.InvariantCulture);
        FileName = frame.GetFileName() ?? "";
        if (frame.GetMethod() is { } method)
        {
            Method = new MethodItem(method);
            ClassName = method.DeclaringType?.FullName ?? LocationInfo.Unknown;
        }
        else
        {
            Method = new MethodItem();
            ClassName = LocationInfo.Unknown;
        }
        FullInfo = LocationInfo.Describe(ClassName, Method.Name, FileName, LineNumber);
    }

    public string ClassName { get; }

    public string FileName { get; }

    public string FullInfo { get; }

    public string LineNumber { get; }

    public MethodItem Method { get; }
}
