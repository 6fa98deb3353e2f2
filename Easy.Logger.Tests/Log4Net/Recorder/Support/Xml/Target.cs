using System.Text;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;
using log4net.Util;

namespace Recorder;

/// <summary>An appender for XML configurations: properties of many types, and a journal of what is called.</summary>
internal class Target : AppenderSkeleton
{
    /// <summary>Of all targets: a configuration makes them, and scenarios have no other hold on them.</summary>
    public static Journal Calls { get; } = new();

    public int Number
    {
        get;
        set
        {
            field = value;
            Calls.Add("set Number " + value);
        }
    }

    public long Long { get; set; }

    public bool Flag { get; set; }

    public double Double { get; set; }

    public string Text { get; set; } = "initial";

    public object? Anything { get; set; }

    public DayOfWeek Day { get; set; }

    public FixFlags Fix { get; set; }

    public Level? Level { get; set; }

    public Encoding? Encoding { get; set; }

    public Type? TypeValue { get; set; }

    public TimeSpan Span { get; set; }

    public Uri? Uri { get; set; }

    public Nested? Nested { get; set; }

    public INested? Interface { get; set; }

    public ITriggeringEventEvaluator? Evaluator { get; set; }

    public IRawLayout? Raw { get; set; }

    public PatternString? Pattern { get; set; }

    public PatternLayout? OnlyPattern { get; set; }

    public int? Optional { get; set; }

    public string ReadOnly { get; } = "read only";

    public string HiddenValue => Hidden;

    public string GuardedValue => Guarded;

    public int Throws
    {
        get;
        set => field = value == 0 ? value : throw new InvalidOperationException();
    }

    public List<string> Added { get; } = [];

    protected string Guarded { get; set; } = "initial";

    private string Hidden { get; set; } = "initial";

    public void AddItem(string item) => Added.Add(item);

    public void AddNested(Nested nested) => Added.Add("nested " + nested.Name);

    public void Method(int value) => Added.Add("method " + value);

    public override void ActivateOptions() => Calls.Add($"activate {Name}");

    protected override void Append(LoggingEvent loggingEvent) => Calls.Add($"{Name}:{loggingEvent.RenderedMessage}");

    protected override void OnClose() => Calls.Add($"close {Name}");
}
