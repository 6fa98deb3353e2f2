using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;

namespace Easy.Logger.EventSource.Rendering;

/// <summary>
/// The texts of one event, each with its terminator, in memory that belongs to the thread: what renders a text writes it where the event is
/// sent from. Not thread-safe.
/// </summary>
/// <remarks>
/// <para>
/// A thread has one for as long as it lives, of the size that its longest event has needed. Whoever writes an event takes it away and puts
/// it back, so that an <see cref="System.Diagnostics.Tracing.EventListener" /> which logs while it is given an event gets another one.
/// </para>
/// <para>
/// What does not fit is counted and left out: a <see cref="TextWriter" /> cannot stop its caller.
/// </para>
/// </remarks>
internal sealed class EventText : TextWriter
{
    private const int FirstSize = 1_024;

    [ThreadStatic]
    private static EventText? _first; // of this thread; an initializer would run on the first thread only

    private EventText? _next; // for what is written while this one is in use
    private bool _isInUse;
    private char[] _buffer = NewBuffer(FirstSize);
    private int _end; // of everything in the buffer
    private int _fieldStart;
    private int _fieldLimit;
    private long _fieldLength; // what was written, what did not fit included
    private bool _isCut; // something did not fit, so nothing behind it is kept

    private EventText()
        : base(CultureInfo.InvariantCulture)
    {
    }

    /// <summary>Where fields without a <see cref="TextField.Whole" /> string are; another array when it had to grow.</summary>
    public char[] Buffer => _buffer;

    /// <summary>The end of what is written so far, for <see cref="CutAt" />.</summary>
    public int Mark => _end;

    /// <summary>Whether something of the field was left out.</summary>
    public bool IsCut => _isCut;

    public override Encoding Encoding => Encoding.Unicode;

    /// <summary>Takes the first of the thread's that is not in use, empty, or makes one when all are.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static EventText Rent()
    {
        // Nearly always the first: one look at the thread's, and no reference is written, which the collector would have to note.
        EventText? text = _first;
        if (text is null || text._isInUse)
        {
            text = Another(text);
        }

        text._isInUse = true;
        text._end = 0;
        return text;
    }

    /// <summary>Puts it back for the next event of this thread.</summary>
    public void Return() => _isInUse = false;

    /// <summary>A copy of a text as a field: the short way of beginning one, writing the text and ending it.</summary>
    /// <param name="text">The text.</param>
    /// <param name="most">The most characters it may have.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TextField Field(ReadOnlySpan<char> text, int most)
    {
        int start = _end;
        int length = text.Length;
        char[] buffer = _buffer;
        if (length > most || buffer.Length - start <= length)
        {
            return FieldOfAnyLength(text, most);
        }

        Nul.Copy(text, buffer.AsSpan(start));
        buffer[start + length] = '\0';
        _end = start + length + 1;
        return new TextField(Whole: null, start, length, length);
    }

    /// <summary>Begins a field that is written through the <see cref="TextWriter" />.</summary>
    /// <param name="most">The most characters it may have.</param>
    public void BeginField(int most)
    {
        _fieldStart = _end;
        _fieldLimit = _end + most;
        _fieldLength = 0;
        _isCut = false;
    }

    /// <summary>Ends the field: cuts it off in front of half a character, and terminates it.</summary>
    public TextField EndField()
    {
        int length = _end - _fieldStart;
        if (_isCut && length > 0 && char.IsHighSurrogate(_buffer[_end - 1]))
        {
            length--;
        }

        return Terminate(length);
    }

    /// <summary>
    /// Ends the field with a character that is there whatever was left out; it is not one of the most that the field may have.
    /// </summary>
    public TextField EndField(char last)
    {
        Reserve(_end + 1);
        _buffer[_end++] = last;
        _fieldLength++;
        return Terminate(_end - _fieldStart);
    }

    /// <summary>
    /// Takes back what was written behind a <see cref="Mark" />, and keeps nothing of the field any more. It counts for the original
    /// length.
    /// </summary>
    public void CutAt(int mark)
    {
        _end = mark;
        _isCut = true;
    }

    public override void Write(char value)
    {
        _fieldLength++;
        if (_isCut || _end == _fieldLimit)
        {
            _isCut = true;
            return;
        }

        Reserve(_end + 1);
        _buffer[_end++] = value == '\0' ? Nul.Replacement : value;
    }

    [SuppressMessage("Naming", "CA1725", Justification = "The base's name of the parameter is that of a type.")]
    public override void Write(char[] buffer, int index, int count) => Append(buffer.AsSpan(index, count));

    public override void Write(string? value) => Append(value.AsSpan());

    /// <summary>Writes a part of a string.</summary>
    public void Write(string value, int start, int length) => Append(value.AsSpan(start, length));

#if NET
    public override void Write(ReadOnlySpan<char> buffer) => Append(buffer);
#endif

    private static EventText Another(EventText? text)
    {
        if (text is null)
        {
            return _first = new EventText();
        }

        while (text._isInUse)
        {
            text = text._next ??= new EventText();
        }

        return text;
    }

    private TextField FieldOfAnyLength(ReadOnlySpan<char> text, int most)
    {
        int length = text.Length <= most ? text.Length : CutLength(text, most);
        int start = _end;
        Reserve(start + length + 1);
        Nul.Copy(text.Slice(0, length), _buffer.AsSpan(start));
        _buffer[start + length] = '\0';
        _end = start + length + 1;
        return new TextField(Whole: null, start, length, text.Length);
    }

    private static char[] NewBuffer(int size) =>
#if NET
        GC.AllocateUninitializedArray<char>(size, pinned: true); // so that writing an event never keeps the collector from moving something
#else
        new char[size];
#endif

    /// <summary>In front of half a character rather than behind it.</summary>
    public static int CutLength(ReadOnlySpan<char> text, int most) => most > 0 && char.IsHighSurrogate(text[most - 1]) ? most - 1 : most;

    private void Append(ReadOnlySpan<char> text)
    {
        _fieldLength += text.Length;
        int room = _isCut ? 0 : _fieldLimit - _end;
        if (text.Length > room)
        {
            _isCut = true;
            text = text.Slice(0, room);
        }

        Reserve(_end + text.Length);
        Nul.Copy(text, _buffer.AsSpan(_end));
        _end += text.Length;
    }

    private TextField Terminate(int length)
    {
        _end = _fieldStart + length + 1;
        Reserve(_end);
        _buffer[_end - 1] = '\0';
        return new TextField(Whole: null, _fieldStart, length, (int)Math.Min(_fieldLength, int.MaxValue));
    }

    private void Reserve(int size)
    {
        if (size > _buffer.Length)
        {
            Grow(size);
        }
    }

    private void Grow(int size)
    {
        char[] larger = NewBuffer(Math.Max(size, _buffer.Length * 2));
        _buffer.AsSpan().CopyTo(larger);
        _buffer = larger;
    }
}
