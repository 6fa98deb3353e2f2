using System.Runtime.CompilerServices;
using Benchmarker.Measuring;
using Easy.Logger;
using Easy.Logger.Diagnostics;
using log4net;
using log4net.Appender;
using log4net.Config;
using log4net.Repository;
using log4net.Util;

namespace Benchmarker.CallerCost;

/// <summary>A child, directly or behind the wrapper, in a log4net repository of its own. One thread.</summary>
internal sealed class ChildSubject : BurstSubject
{
    private readonly ILoggerRepository _repository = LogManager.CreateRepository($"{Guid.NewGuid():N}");
    private readonly string _path;
    private readonly AppenderSkeleton _child;
    private readonly AsyncBufferingForwardingAppender? _wrapper;
    private readonly ILog _log;
    private long _counter;

    public ChildSubject(MeasuredChild child, string folder, bool isWrapped)
        : base(isWrapped ? "wrapped" : "direct")
    {
        _path = Path.Combine(folder, Name + ".log");
        _child = child.Create(_path);
        _child.Name = child.Name;
        _child.ActivateOptions();
        if (isWrapped)
        {
            _wrapper = new AsyncBufferingForwardingAppender { Name = Name };
            _wrapper.AddAppender(_child);
            _wrapper.ActivateOptions();
        }

        BasicConfigurator.Configure(_repository, _wrapper ?? (IAppender)_child);
        _log = LogManager.GetLogger(_repository.Name, typeof(Program));
    }

    /// <summary>Logs. Not optimized: log4net finds no caller location once its log method is inlined here, as in any hot loop.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    public override void Write(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _log.DebugFormat("Counter is: {0}", ++_counter);
        }
    }

    public void Flush() => ((IFlushable?)_wrapper ?? _child).Flush(-1);

    /// <summary>Closes the files.</summary>
    /// <returns>Whether the file shows where the events were logged.</returns>
    /// <exception cref="InvalidDataException">Events are missing, or a call had to wait: the times are not those of logging.</exception>
    public bool Close()
    {
        _repository.Shutdown();
        BufferStatistics? statistics = _wrapper?.Statistics;
        if (_child.ErrorHandler is OnlyOnceErrorHandler { IsEnabled: false }
            || (statistics is not null && (statistics.Forwarded != _counter || statistics.BlockedCalls > 0)))
        {
            throw new InvalidDataException(
                $"{_child.Name}, {Name}: the appender failed, or {_counter:N0} events were not forwarded without a wait: {statistics}.");
        }

        return File.Exists(_path) && File.ReadLines(_path).Any(line => line.Contains(nameof(Write), StringComparison.Ordinal));
    }
}
