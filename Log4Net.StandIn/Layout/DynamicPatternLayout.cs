using log4net.Util;

namespace log4net.Layout;

public class DynamicPatternLayout : PatternLayout
{
    private PatternString _header = new("");
    private PatternString _footer = new("");

    public DynamicPatternLayout()
    {
    }

    public DynamicPatternLayout(string pattern)
        : base(pattern)
    {
    }

    public override string? Header
    {
        get => _header.Format();
        set => _header = new PatternString(value);
    }

    public override string? Footer
    {
        get => _footer.Format();
        set => _footer = new PatternString(value);
    }
}
