using System.Globalization;
using log4net.Core;
using log4net.Repository;

namespace Benchmarker.Compare;

/// <summary>A message that hides something.</summary>
internal sealed class SecretEvent(ILoggerRepository repository, string logger, Level level, object? message, Exception? exception)
    : LoggingEvent(typeof(Player), repository, logger, level, message, exception)
{
    public override string? RenderedMessage => base.RenderedMessage?.Replace('2', '#');

    public override void WriteRenderedMessage(TextWriter writer) => writer.Write(RenderedMessage);
}

/// <summary>A value that prints another text after each <see cref="Change" />, in the culture of whoever asks.</summary>
internal sealed class MutableValue
{
    private double _value = 1.5;

    public void Change() => _value++;

    public override string ToString() => string.Create(CultureInfo.CurrentCulture, $"mutable {_value}");
}

internal sealed class ThrowingValue
{
    public override string ToString() => throw new InvalidOperationException("cannot be rendered");
}
