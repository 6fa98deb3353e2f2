using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Capture;
using Easy.Logger.Compatibility;
using Easy.Logger.Rendering;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Forwarding.Writers;

/// <summary>
/// One write per batch into a text appender of log4net's own: the appender appends the first event, and the layout that it asks gives it
/// the text of the whole batch. All of it happens under the appender's lock; filters, threshold, rolling, locking, encoding, header and
/// footer stay the appender's own.
/// </summary>
/// <remarks>
/// The application may exchange the layout at any moment. The layout it has set stays, and the event that was given to the appender is a
/// real one: should another layout be asked, it writes that event, and the rest of the batch follows.
/// </remarks>
[SuppressMessage("Design", "CA1001", Justification = "TextBuffer is a writer over an array and holds nothing to release.")]
internal sealed class TextBatchWriter : IBatchWriter
{
    /// <summary>A batch whose text becomes longer is written in parts.</summary>
    private const int MaxPartLength = 1 << 20;

    private readonly AppenderSkeleton _appender;
    private readonly OutputFile? _file;
    private readonly TextBuffer _text = new();
    private readonly Action<TextBatchWriter> _write;
    private int[] _ends = [];
    private bool[] _hasPassed = [];
    private ILayout? _layout;
    private ILayout? _batchLayout;

    // While a batch is written.
    private Delivery _delivery;
    private Filters _filters;
    private LoggingEvent? _appended; // the event that the appender was given
    private int _textStart; // the event with which the text begins
    private int _rendered; // events before it are in the text, or were filtered
    private int _next; // the first event that is not written
    private int _unflushed; // the first event that may wait in the appender's writer; beyond the last one when none does
    private int _errors; // of the appender before the part was written
    private bool _hasFailed; // the last append: an appender that lost its file may lose the next one, too, which shall be no batch
    private bool _isSingle; // the rest of the batch goes one by one, because the file does not take it as a whole

    private TextBatchWriter(AppenderSkeleton appender)
    {
        _appender = appender;
        _file = appender is FileAppender file ? new OutputFile(file) : null;
        _write = writer => writer.WriteAll();
    }

    public bool LeavesNothingToFlush => true;

    private bool GoesSingly => _hasFailed || _isSingle;

    /// <summary>Whether an append leaves its text in the appender's buffer.</summary>
    private bool FlushesLater => _appender is TextWriterAppender { ImmediateFlush: false };

    /// <summary>Whether the appender is being given a part of a batch by this thread.</summary>
    public bool IsAppending => _appended is not null;

    /// <summary>Only for log4net's own classes: a subclass may do anything with an event.</summary>
    /// <returns><see langword="null" /> for every other appender.</returns>
    public static TextBatchWriter? For(IAppender appender) =>
        Log4NetMembers.AreAvailable
        && appender.GetType() is { } type
        && (type == typeof(RollingFileAppender) || type == typeof(FileAppender) || type == typeof(ConsoleAppender)
            || type == typeof(TextWriterAppender))
            ? new TextBatchWriter((AppenderSkeleton)appender)
            : null;

    public void Write(in Delivery delivery)
    {
        int count = delivery.Batch.Count;
        _delivery = delivery;
        _next = _rendered = _textStart = 0;
        _isSingle = false;
        _filters = new Filters // as they are now, not as in the plan: the application may have added one
        {
            ArePlain = StockTypes.ArePlain(_appender.FilterHead),
            AreOfLevels = delivery.Planned.Filters is null && StockTypes.AreOfLevels(_appender.FilterHead),
        };
        if (_ends.Length < count)
        {
            _ends = new int[count];
            _hasPassed = new bool[count];
        }

        if (!delivery.Guard.Try(_write, this))
        {
            delivery.Failures.Mark(_next, count);
        }

        _text.Clear();
        _file?.Trim();
        _delivery = default;
        _filters = default;
    }

    /// <summary>Called by the layout, while the appender appends.</summary>
    /// <param name="writer">The appender's writer.</param>
    /// <param name="loggingEvent">The event that the appender has.</param>
    /// <returns>
    /// Whether it was the event of a batch: then as much of the text is written as belongs into the file that is open now.
    /// </returns>
    public bool TryWrite(TextWriter writer, LoggingEvent loggingEvent)
    {
        if (!ReferenceEquals(loggingEvent, _appended))
        {
            return false;
        }

        if (_delivery.Guard.Errors != _errors)
        {
            MarkFailed(_unflushed, _next); // the file that was closed before this one was opened may not have taken them
        }

        if (_rendered <= _next)
        {
            Render();
        }

        _errors = _delivery.Guard.Errors;
        int first = _next;
        int start = EndBefore(first);
        _appended = null;
        _next = GoesSingly ? first + 1 : _file?.Cut(writer, _text, _ends, start, first, _rendered) ?? _rendered;
        bool splits = SplitsSurrogate(first);
        if (GoesSingly || splits || _file?.TryWrite(writer, _text, start, EndBefore(_next) - start) != true)
        {
            if (splits || (_file is not null && _next > first + 1))
            {
                (_isSingle, _next) = (true, first + 1); // what is half a character stays half, and what fails takes nothing along
            }

            WriteEach(writer, first);
        }
        else
        {
            _unflushed = int.MaxValue;
        }

        return true;
    }

    /// <summary>
    /// As texts, one for each event: layouts of log4net write nothing else, and a writer of the application may know nothing else. Not
    /// beyond one that fails: the application may give the appender another writer for it.
    /// </summary>
    private void WriteEach(TextWriter writer, int first)
    {
        _unflushed = Math.Min(_unflushed, first);
        int end = _next;
        for (int i = first; i < end; i++)
        {
            _next = i + 1; // whatever the writer throws, the event is not to be written again
            _delivery.Guard.Renew();
            int errors = _delivery.Guard.Errors;
            if (_ends[i] > EndBefore(i))
            {
                writer.Write(_text.ToString(EndBefore(i), _ends[i] - EndBefore(i)));
            }

            if (_delivery.Guard.Errors != errors)
            {
                MarkFailed(_unflushed, _next); // a writer that fails may have lost what it had in its buffer
                _isSingle = true;
                break;
            }

            if (_appender is TextWriterAppender appender && !ReferenceEquals(Log4NetMembers.WriterOf(appender), writer))
            {
                break; // the writer of the application has set the next one
            }
        }

        _errors = _delivery.Guard.Errors;
    }

    private bool SplitsSurrogate(int first)
    {
        for (int i = first; i < _next; i++)
        {
            if (_ends[i] > EndBefore(i) && char.IsHighSurrogate(_text[_ends[i] - 1]))
            {
                return true;
            }
        }

        return false;
    }

    private void WriteAll()
    {
        if (!TextEventWriter.BeginAppend(_appender))
        {
            return;
        }

        _unflushed = int.MaxValue;
        try
        {
            while (FindNext())
            {
                AppendPart();
            }

            // Without its own flush the appender would keep text in a buffer that nobody can empty safely from outside.
            if (_unflushed < _next && _appender is TextWriterAppender appender
                && !TextEventWriter.TryFlush(appender, _delivery.Guard, seeksEnd: false))
            {
                _hasFailed = true;
                MarkFailed(_unflushed, _next);
            }
        }
        finally
        {
            _appended = null;
            Log4NetMembers.SetRecursiveGuard(_appender, false);
        }
    }

    /// <summary>Goes to the next event that has to be written.</summary>
    private bool FindNext()
    {
        for (; _next < _rendered; _next++)
        {
            if (_hasPassed[_next]) // also one without a text: a file may roll before it
            {
                return true;
            }
        }

        for (; _next < _delivery.Batch.Count; _next++)
        {
            _hasPassed[_next] = Passes(_next);
            if (_hasPassed[_next])
            {
                return true;
            }
        }

        return false;
    }

    private void AppendPart()
    {
        int first = _next;
        if (!TextEventWriter.CheckOpen(_appender))
        {
            _delivery.Failures.Mark(_next++);
            return;
        }

        // That of the plan: the application may have put another one in force, for which nothing was captured.
        if (_delivery.Planned.Layout is not { } planned || BatchLayoutFor(planned) is not { } batchLayout
            || ReplaceLayout(batchLayout) is not { } layout)
        {
            AppendSingle(first);
            return;
        }

        LoggingEvent loggingEvent = _delivery.EventFor(first);
        _appended = loggingEvent;
        _errors = _delivery.Guard.Errors;
        bool isAppended;
        Exception? thrown;
        try
        {
            isAppended = TextEventWriter.Append(_appender, loggingEvent, _delivery.Guard, seeksEnd: !GoesSingly, out thrown);
        }
        finally
        {
            _ = Log4NetMembers.TryReplaceLayout(_appender, batchLayout, layout);
        }

        _hasFailed = !isAppended;
        if (_appended is not null)
        {
            // The appender did not ask our layout: another one has written the event, or it could not be appended.
            _appended = null;
            _next = first + 1;
            NoteUnflushed(first, _hasFailed);
        }
        else
        {
            _next = Math.Max(_next, first + 1); // what is thrown before the first one is written
            NoteUnflushed(first, thrown is not null || _delivery.Guard.Errors != _errors);
        }
    }

    /// <summary>After an append: what is in the appender's buffer may be lost when it fails, and is out once it has flushed.</summary>
    private void NoteUnflushed(int first, bool hasFailed)
    {
        _unflushed = Math.Min(_unflushed, first);
        if (hasFailed)
        {
            MarkFailed(_unflushed, _next);
        }

        if (!FlushesLater)
        {
            _unflushed = int.MaxValue;
        }
    }

    private void MarkFailed(int first, int end)
    {
        for (int i = first; i < end; i++)
        {
            if (_hasPassed[i])
            {
                _delivery.Failures.Mark(i);
            }
        }
    }

    private void AppendSingle(int index)
    {
        _appended = null;
        _next = index + 1;
        _delivery.Batch.Enter(index);
        _hasFailed = !TextEventWriter.Append(
            _appender, _delivery.EventFor(index), _delivery.Guard, seeksEnd: !GoesSingly, out Exception? thrown);
        if (FlushesLater && TextEventWriter.IsOfLayout(thrown))
        {
            _delivery.Failures.Mark(index); // its layout has thrown: the buffer keeps what it had
        }
        else
        {
            NoteUnflushed(index, _hasFailed);
        }
    }

    /// <summary>Renders events from the next one on, which has passed the filters: all of the rest, or as many as make a part.</summary>
    private void Render()
    {
        _text.Length = 0; // the parts of a batch share the memory
        _textStart = _rendered = _next;
        do
        {
            int start = _text.Length;
            _hasPassed[_rendered] = false;
            try
            {
                _delivery.Batch.Enter(_rendered);
                if (_rendered == _next || Passes(_rendered))
                {
                    _hasPassed[_rendered] = true;
                    _delivery.Planned.Pattern!.WriteLine(_text, _delivery.Batch[_rendered]);
                }
            }
            catch (Exception e)
            {
                // What was written before stays in a file; a console gets whole lines only.
                _text.Length = _appender is ConsoleAppender ? start : _text.Length;
                _delivery.Failures.Mark(_rendered);
                TextEventWriter.Report(_appender, e);
            }

            _ends[_rendered++] = _text.Length;
        }
        while (_rendered < _delivery.Batch.Count && _text.Length < MaxPartLength);
    }

    private bool Passes(int index)
    {
        if (!_filters.AreOfLevels)
        {
            return PassesFilters(index);
        }

        // Nothing but the level decides, so one event of a batch answers for all of its level.
        Level? level = _delivery.Batch.LevelOf(index);
        if (!_filters.AreAsked || !ReferenceEquals(level, _filters.AskedLevel))
        {
            (_filters.PassesLevel, _filters.AskedLevel, _filters.AreAsked) = (PassesFilters(index), level, true);
        }

        return _filters.PassesLevel;
    }

    private bool PassesFilters(int index)
    {
        if (!_delivery.Takes(index))
        {
            return false;
        }

        _delivery.Batch.Enter(index);
        int errors = _delivery.Guard.Errors;
        LoggingEvent loggingEvent = _filters.ArePlain ? _delivery.Batch[index].ToEvent() : _delivery.EventFor(index);
        bool passes = TextEventWriter.Passes(_appender, loggingEvent, _delivery.Guard);
        if (_delivery.Guard.Errors != errors)
        {
            _delivery.Failures.Mark(index);
        }

        return passes;
    }

    /// <returns>The layout whose place was taken; <see langword="null" /> when there is none.</returns>
    private ILayout? ReplaceLayout(ILayout batchLayout)
    {
        ILayout? layout;
        do
        {
            layout = _appender.Layout;
        }
        while (layout is not null && !Log4NetMembers.TryReplaceLayout(_appender, layout, batchLayout));

        return layout;
    }

    private ILayout? BatchLayoutFor(ILayout layout)
    {
        if (!ReferenceEquals(layout, _layout))
        {
            _layout = layout;
            _batchLayout = BatchLayout.For(layout, this);
        }

        return _batchLayout;
    }

    private int EndBefore(int index) => index == _textStart ? 0 : _ends[index - 1];

    /// <summary>What is known of the appender's filters while a batch is written, and what they said of the last level.</summary>
    private struct Filters
    {
        public bool ArePlain;
        public bool AreOfLevels; // and none that look at anything else
        public bool AreAsked;
        public Level? AskedLevel;
        public bool PassesLevel;
    }
}
