namespace log4net.Util;

public class FormattingInfo
{
    public FormattingInfo()
    {
    }

    public FormattingInfo(int min, int max, bool leftAlign) => (Min, Max, LeftAlign) = (min, max, leftAlign);

    public int Min { get; set; } = -1;
    public int Max { get; set; } = int.MaxValue;
    public bool LeftAlign { get; set; }
}
