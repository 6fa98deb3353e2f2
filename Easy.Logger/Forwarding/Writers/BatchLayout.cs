using Easy.Logger.Capture;
using log4net.Core;
using log4net.Layout;
using log4net.Util;

namespace Easy.Logger.Forwarding.Writers;

/// <summary>
/// Takes the place of an appender's layout while a batch is appended, and writes the text of the batch in place of the event that the
/// appender was given. An application can come across it in that time, so it is of the class of the layout behind it, passes on what is
/// done to it, and behaves like it otherwise.
/// </summary>
internal static class BatchLayout
{
    /// <summary>Makes one that writes what the layout writes.</summary>
    public static ILayout Of(ILayout layout) => For(layout, writer: null) ?? new Other(layout);

    /// <summary>Makes one for a layout.</summary>
    /// <returns><see langword="null" /> for a layout of another class than those that are compiled.</returns>
    public static ILayout? For(ILayout layout, TextBatchWriter? writer) => layout switch
    {
        PatternLayout pattern when pattern.GetType() == typeof(PatternLayout) => new Pattern(pattern, writer),
        SimpleLayout simple when simple.GetType() == typeof(SimpleLayout) => new Simple(simple, writer),
        _ => null,
    };

    private sealed class Pattern : PatternLayout, IReplacementLayout
    {
        private readonly PatternLayout? _layout;
        private readonly TextBatchWriter? _writer;

        public Pattern(PatternLayout layout, TextBatchWriter? writer)
        {
            ConversionPattern = layout.ConversionPattern;
            _layout = layout;
            _writer = writer;
        }

        public ILayout Replaced => _layout!;

        public override string? Header
        {
            get => _layout?.Header;
            set => _layout!.Header = value;
        }

        public override string? Footer
        {
            get => _layout?.Footer;
            set => _layout!.Footer = value;
        }

        /// <summary>The text of a batch has the exceptions in it.</summary>
        public override bool IgnoresException
        {
            get => _writer?.IsAppending != true && _layout?.IgnoresException == true;
            set => _ = _layout is null || (_layout.IgnoresException = value);
        }

        public override void ActivateOptions()
        {
            if (_layout is not null)
            {
                foreach (ConverterInfo converter in CreatePatternParser(ConversionPattern).PatternConverters.Values.OfType<ConverterInfo>())
                {
                    if (converter.Type?.Assembly != typeof(PatternLayout).Assembly)
                    {
                        _layout.AddConverter(converter);
                    }
                }

                _layout.ConversionPattern = ConversionPattern;
                _layout.ActivateOptions();
            }
        }

        public override void Format(TextWriter writer, LoggingEvent loggingEvent)
        {
            if (_writer?.TryWrite(writer, loggingEvent) != true)
            {
                _layout!.Format(writer, loggingEvent);
            }
        }
    }

    private sealed class Simple : SimpleLayout, IReplacementLayout
    {
        private readonly SimpleLayout? _layout; // not there yet while the base class sets its own options
        private readonly TextBatchWriter? _writer;

        public Simple(SimpleLayout layout, TextBatchWriter? writer) => (_layout, _writer) = (layout, writer);

        public ILayout Replaced => _layout!;

        public override string? Header
        {
            get => _layout?.Header;
            set => _layout!.Header = value;
        }

        public override string? Footer
        {
            get => _layout?.Footer;
            set => _layout!.Footer = value;
        }

        /// <inheritdoc cref="Pattern.IgnoresException" />
        public override bool IgnoresException
        {
            get => _writer?.IsAppending != true && _layout?.IgnoresException == true;
            set => _ = _layout is null || (_layout.IgnoresException = value);
        }

        public override void Format(TextWriter writer, LoggingEvent loggingEvent)
        {
            if (_writer?.TryWrite(writer, loggingEvent) != true)
            {
                _layout!.Format(writer, loggingEvent);
            }
        }
    }

    private sealed class Other(ILayout layout) : LayoutSkeleton, IReplacementLayout
    {
        public ILayout Replaced => layout;

        public override string ContentType => layout.ContentType;

        public override string? Header
        {
            get => layout.Header;
            set => _ = layout is LayoutSkeleton skeleton ? skeleton.Header = value : null;
        }

        public override string? Footer
        {
            get => layout.Footer;
            set => _ = layout is LayoutSkeleton skeleton ? skeleton.Footer = value : null;
        }

        public override bool IgnoresException
        {
            get => layout.IgnoresException;
            set => _ = layout is LayoutSkeleton skeleton && (skeleton.IgnoresException = value);
        }

        public override void ActivateOptions() => (layout as IOptionHandler)?.ActivateOptions();

        public override void Format(TextWriter writer, LoggingEvent loggingEvent) => layout.Format(writer, loggingEvent);
    }
}
