using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Benchmarker;

/// <summary>What Ctrl+C and SIGTERM must not leave behind: folders, and processes that were started. Safe for several threads.</summary>
internal static class Leftovers
{
    private const int Attempts = 100;

    private static readonly Lock _lock = new();
    private static readonly List<Process> _processes = [];
    private static readonly HashSet<string> _folders = [];
    private static readonly List<PosixSignalRegistration> _signals = [];
    private static bool _isSignalled; // and what begins between that and the end of this process goes, too

    /// <summary>Starts a process, which such a signal kills, with those that it has started.</summary>
    public static Process Start(ProcessStartInfo start)
    {
        lock (_lock)
        {
            Watch();
            Process process = Process.Start(start)!;
            _processes.Add(process);
            Kill(_isSignalled ? [process] : []);
            return process;
        }
    }

    /// <summary>Has such a signal delete a folder, unless it is forgotten before.</summary>
    public static void Add(string folder)
    {
        lock (_lock)
        {
            Watch();
            _folders.Add(folder);
            Delete(_isSignalled ? [folder] : []);
        }
    }

    public static void Forget(string folder)
    {
        lock (_lock)
        {
            _folders.Remove(folder);
        }
    }

    /// <summary>Only once there is something: signals are left alone in processes that have nothing to lose.</summary>
    private static void Watch()
    {
        if (_signals.Count == 0)
        {
            _signals.Add(PosixSignalRegistration.Create(PosixSignal.SIGINT, _ => Remove()));
            _signals.Add(PosixSignalRegistration.Create(PosixSignal.SIGTERM, _ => Remove()));
        }
    }

    private static void Remove()
    {
        lock (_lock)
        {
            _isSignalled = true;
            Kill(_processes);
            Delete(_folders);
        }
    }

    private static void Kill(IEnumerable<Process> processes)
    {
        foreach (Process process in processes)
        {
            try
            {
                process.Kill(entireProcessTree: true);
            }
            catch (Exception e) when (e is InvalidOperationException or Win32Exception or AggregateException)
            {
                // It has ended, or been disposed of, or one of its own has.
            }
        }
    }

    private static void Delete(IEnumerable<string> folders)
    {
        foreach (string folder in folders)
        {
            for (int i = 0; i < Attempts && Directory.Exists(folder); i++)
            {
                try
                {
                    Directory.Delete(folder, recursive: true);
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException)
                {
                    Thread.Sleep(10); // somebody may still write into it
                }
            }
        }
    }
}
