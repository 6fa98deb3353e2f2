using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;
using log4net.Appender;
using log4net.Core;

namespace Benchmarker.Soak.Compare;

/// <summary>Where the appenders of one run write: texts, files, sockets, console and trace.</summary>
internal sealed partial class Destinations : IDisposable
{
    private readonly Dictionary<int, StringWriter> _texts = [];
    private readonly Dictionary<int, Socket> _sockets = [];
    private readonly StringWriter _console = new(CultureInfo.InvariantCulture);
    private readonly StringWriter _trace = new(CultureInfo.InvariantCulture);
    private readonly TextWriterTraceListener _listener;
    private readonly string _folder;

    public Destinations(string folder)
    {
        _folder = Directory.CreateDirectory(folder).FullName;
        Console.SetOut(TextWriter.Synchronized(_console));
        _listener = new TextWriterTraceListener(TextWriter.Synchronized(_trace));
        Trace.Listeners.Clear();
        Trace.Listeners.Add(_listener);
    }

    public string File(int id) => Path.Combine(_folder, $"file{id}.log");

    public string MailFolder(int id) => Directory.CreateDirectory(Path.Combine(_folder, $"mail{id}")).FullName;

    public StringWriter Text(int id)
    {
        if (!_texts.TryGetValue(id, out StringWriter? text))
        {
            _texts[id] = text = new StringWriter(CultureInfo.InvariantCulture);
        }

        return text;
    }

    public int Port(int id)
    {
        if (!_sockets.TryGetValue(id, out Socket? socket))
        {
            _sockets[id] = socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            socket.ReceiveBufferSize = 1 << 22;
            socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        }

        return ((IPEndPoint)socket.LocalEndPoint!).Port;
    }

    /// <summary>Keeps what a memory appender holds before a reload drops it.</summary>
    public void Take(int id, MemoryAppender memory)
    {
        foreach (LoggingEvent loggingEvent in memory.PopAllEvents())
        {
            EventReader.Write(Text(id), "message thread location identity user exception domain level logger properties", loggingEvent);
            Text(id).Write('\n');
        }
    }

    /// <returns>What each destination received, by its name.</returns>
    public SortedDictionary<string, string> Read()
    {
        SortedDictionary<string, string> outputs = new(StringComparer.Ordinal)
        {
            ["console"] = _console.ToString(),
            ["trace"] = _trace.ToString(),
        };
        foreach (string file in Directory.GetFiles(_folder))
        {
            outputs[Path.GetFileName(file)] = System.IO.File.ReadAllText(file);
        }

        foreach (string mails in Directory.GetDirectories(_folder))
        {
            // Their file names are random.
            IEnumerable<string> texts = Directory.GetFiles(mails).Select(file => Times().Replace(System.IO.File.ReadAllText(file), "TIME"));
            outputs[Path.GetFileName(mails)] = string.Concat(texts.Order(StringComparer.Ordinal));
        }

        foreach ((int id, StringWriter text) in _texts)
        {
            outputs[$"text {id}"] = text.ToString();
        }

        foreach ((int id, Socket socket) in _sockets)
        {
            outputs[$"udp {id}"] = Receive(socket);
        }

        foreach (string name in outputs.Keys.ToArray())
        {
            outputs[name] = Times().Replace(outputs[name], "TIME");
        }

        return outputs;
    }

    public void Dispose()
    {
        foreach (Socket socket in _sockets.Values)
        {
            socket.Dispose();
        }

        Trace.Listeners.Remove(_listener);
        _listener.Dispose();
        Console.SetOut(TextWriter.Null);
        _console.Dispose();
        _trace.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private static string Receive(Socket socket)
    {
        byte[] buffer = new byte[65536];
        StringBuilder text = new();
        while (socket.Available > 0)
        {
            text.Append(Encoding.UTF8.GetString(buffer, 0, socket.Receive(buffer))).Append("\n--\n");
        }

        return text.ToString();
    }

    /// <summary>Time stamps of XML and of mails.</summary>
    [GeneratedRegex("""timestamp="[^"]*"|Date: [^\n]*""")]
    private static partial Regex Times();
}
