using System.Globalization;
using log4net.Core;
using log4net.Util;

namespace log4net.Appender;

public partial class RollingFileAppender : FileAppender
{
    private RollingMode _style = RollingMode.Composite;
    private RollPoint _period = RollPoint.InvalidRollPoint;
    private FileMutex? _rollMutex;

    /// <summary>The configured file, without date and number.</summary>
    private string _basePath = "";
    private BackupNaming _naming = new(false);

    /// <summary>The clock as it was read for the current event: all names of one roll are made from one moment.</summary>
    private DateTime _eventTime;
    private DateTime _periodEnd = DateTime.MaxValue;

    /// <summary>The formatted date of the period that the open file belongs to.</summary>
    private string _stamp = "";

    /// <summary>What the last opening made of the configured name; opening that again must not add date and number once more.</summary>
    private string? _openedPath;

    ~RollingFileAppender() => _rollMutex?.Dispose();

    public int CountDirection { get; set; } = -1;

    public int CurrentSizeRollBackups { get; set; }

    public string? DatePattern { get; set; } = ".yyyy-MM-dd";

    public IDateTime DateTimeStrategy { get; set; } = new LocalDateTime();

    public long MaxFileSize { get; set; } = 10 << 20;

    public int MaxSizeRollBackups { get; set; }

    public string MaximumFileSize
    {
        get => MaxFileSize.ToString(NumberFormatInfo.InvariantInfo);

        // a text that is no size gives the old size and one more, as recorded
        set => MaxFileSize = OptionConverter.ToFileSize(value, MaxFileSize + 1);
    }

    public bool PreserveLogFileNameExtension { get; set; }

    public RollingMode RollingStyle
    {
        get => _style;
        set
        {
            _style = value;
            AppendToFile = AppendToFile && value != RollingMode.Once;
        }
    }

    public bool StaticLogFileName { get; set; } = true;

    private bool RollsByDate => _style is RollingMode.Date or RollingMode.Composite;

    private bool RollsBySize => _style is RollingMode.Size or RollingMode.Composite;

    public static RollPoint ComputeCheckPeriod(string datePattern) => RollPeriod.Of(datePattern);

    public override void ActivateOptions()
    {
        _eventTime = DateTimeStrategy.Now;
        if (RollsByDate && !TryStartPeriod())
        {
            return;
        }
        // activated again, File is still the name that was made from the base path
        if (File is null || File != _openedPath)
        {
            // a missing File ends here in a NullReferenceException, as recorded
            _basePath = ConvertToFullPath(File!.Trim());
        }
        // still open when activated again, and about to be renamed perhaps
        CloseFile();
        File = _basePath;
        _openedPath = null;
        _naming = new BackupNaming(PreserveLogFileNameExtension);
        SecurityContext ??= SecurityContextProvider.DefaultProvider.CreateSecurityContext(this);
        _rollMutex?.Dispose();
        _rollMutex = new FileMutex(_basePath, "_rolling");
        ExistingInit();
        base.ActivateOptions();
    }

    protected virtual void AdjustFileBeforeAppend()
    {
        // without the mutex it was not activated to its end: there is a file at most, but no names to roll it to
        if (_rollMutex is { } mutex)
        {
            mutex.Enter();
            try
            {
                Roll();
            }
            finally
            {
                mutex.Exit();
            }
        }
    }

    protected override void Append(LoggingEvent loggingEvent)
    {
        AdjustFileBeforeAppend();
        base.Append(loggingEvent);
    }

    protected override void Append(LoggingEvent[] loggingEvents)
    {
        AdjustFileBeforeAppend();
        base.Append(loggingEvents);
    }

    protected static DateTime NextCheckDate(DateTime currentDateTime, RollPoint rollPoint) => RollPeriod.StartOfNext(currentDateTime, rollPoint);

    protected override void OpenFile(string fileName, bool append)
    {
        lock (LockObj)
        {
            string path = fileName == _openedPath ? fileName : GetNextOutputFileName(fileName);
            long continued = append && FileExists(path) ? new FileInfo(path).Length : 0;
            _openedPath = path;
            base.OpenFile(path, append);
            if (QuietWriter is CountingQuietTextWriter writer)
            {
                // set after the header was written: that does not count
                writer.Count = continued;
            }
        }
    }

    protected override void SetQWForFiles(TextWriter writer) => QuietWriter = new CountingQuietTextWriter(writer, ErrorHandler);

    private void Roll()
    {
        if (RollsByDate && (_eventTime = DateTimeStrategy.Now) >= _periodEnd)
        {
            _periodEnd = NextCheckDate(_eventTime, _period);
            RollOverTime(true);
        }
        bool full = RollsBySize && QuietWriter is CountingQuietTextWriter { Count: long size } && size >= MaxFileSize;
        if (full && File is not null)
        {
            RollOverSize();
        }
    }

    /// <summary>Sets the period, its date text and its end from the date pattern and the clock.</summary>
    private bool TryStartPeriod()
    {
        if (DatePattern is not { } pattern)
        {
            ErrorHandler.Error($"Appender [{Name}] rolls by date but has no DatePattern: it was not activated.");
            return false;
        }
        _period = ComputeCheckPeriod(pattern);
        if (_period == RollPoint.InvalidRollPoint)
        {
            throw new ArgumentException($"The DatePattern [{pattern}] of appender [{Name}] does not change from month to month or oftener.");
        }
        _periodEnd = NextCheckDate(_eventTime, _period);
        _stamp = RollPeriod.Stamp(_eventTime, pattern);
        return true;
    }
}
