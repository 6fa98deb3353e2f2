using log4net.Util;

namespace log4net.Appender;

public partial class ManagedColoredConsoleAppender
{
    public class LevelColors : LevelMappingEntry
    {
        private ConsoleColor? _back;
        private ConsoleColor? _fore;

        public ConsoleColor BackColor
        {
            get => _back.GetValueOrDefault();
            set => _back = value;
        }

        public ConsoleColor ForeColor
        {
            get => _fore.GetValueOrDefault();
            set => _fore = value;
        }
        /// <summary>Sets the colours that were given; the console keeps its own for the other.</summary>
        internal void Paint()
        {
            if (_back is { } back)
            {
                Console.BackgroundColor = back;
            }
            if (_fore is { } fore)
            {
                Console.ForegroundColor = fore;
            }
        }
    }
}
