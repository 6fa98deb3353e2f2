using Benchmarker;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>A file that rolls by size ends at the same event as without the async appender.</summary>
internal sealed class RollingTests : FolderTests
{
    private static readonly Encoding[] _encodings =
        [new UTF8Encoding(false), Encoding.UTF8, Encoding.Unicode, Encoding.BigEndianUnicode, Encoding.Latin1, Encoding.ASCII];

    private static readonly Type[] _models =
    [
        typeof(FileAppender.ExclusiveLock), typeof(FileAppender.MinimalLock), typeof(FileAppender.InterProcessLock),
        typeof(FileAppender.NoLock),
    ];

    [Test]
    [Demand("J2")]
    public void FilesThatRollBySize_WithAnyLimit_EndAtTheSameEvent([Values] bool ownLayout)
    {
        const int seed = 20_261_123;
        Chance chance = new(seed);
        List<string> different = [];
        for (int i = 0; i < 100; i++)
        {
            int limit = 300 + chance.Below(3700);
            Encoding encoding = _encodings[chance.Below(_encodings.Length)];
            string? header = chance.Below(2) == 0 ? Text(chance, 40) : null;
            bool immediate = chance.OneIn(2);
            string[] halves = immediate ? ["half a letter \uD83D", "\uDE00 the other half"] : []; // one, if nothing is between
            string[] messages =
            [
                .. Enumerable.Range(0, 40).Select(number => $"{number} {Text(chance, 100)}"),
                .. halves, new string('x', 4000), string.Empty,
            ];
            string folder = Folder.File($"{i}");
            int bufferSize = 1 + chance.Below(8);
            Type model = chance.Of(_models);
            limit = chance.OneIn(8) ? 1_000_000 : limit; // one file
            bool? appends = chance.Of<bool?>(null, true, false); // to one that is there already
            RollingFileAppender.RollingMode style =
                chance.OneIn(4) ? RollingFileAppender.RollingMode.Composite : RollingFileAppender.RollingMode.Size;
            using (Comparison comparison = new(
                () => Rolling(folder, limit, encoding, header, ownLayout, model, immediate, appends, style),
                appender => appender.BufferSize = bufferSize))
            {
                comparison.Log(log => Array.ForEach(messages, log.Info));
                bool isAsItWasSet = ((TextWriterAppender)comparison.Behind.Appender).ImmediateFlush == immediate;
                comparison.Change(child => child.Close());
                if (!isAsItWasSet || comparison.Behind.Read() != comparison.Direct.Read())
                {
                    different.Add($"{limit} {style} {model.Name} {encoding.WebName} {(header is null ? "without" : "with")} a header");
                }
            }

            Directory.Delete(folder, recursive: true);
        }

        Assert.That(different, Is.Empty, $"{different.Count} of 100 of seed {seed}");
    }

    /// <summary>log4net looks at each event whether the file has grown by a tenth of its limit, also when it rolls by date alone.</summary>
    [Test]
    public void RollThatFailed_IsTriedAgainAtTheSameEvent(
        [Values(RollingFileAppender.RollingMode.Composite, RollingFileAppender.RollingMode.Date)] RollingFileAppender.RollingMode style)
    {
        ManualClock clock = new() { Now = new DateTime(2026, 11, 30) };
        using Comparison comparison = new(
            () => Rolling(Folder.File("late"), 10_000, Encoding.UTF8, header: null, ownLayout: false, style: style, clock: clock));
        comparison.Log(log => log.Info("November"));
        string[] obstacles = [.. comparison.Both.Select(output => ((FileAppender)output.Appender).File + "-202611")];
        Array.ForEach(obstacles, obstacle => Directory.CreateDirectory(obstacle));
        clock.Now = new DateTime(2026, 12, 1);
        comparison.Log(log => log.Info("December"));
        Array.ForEach(obstacles, Directory.Delete);

        comparison.Log(log => log.LogNumbers(1000));

        comparison.Change(child => child.Close());
        comparison.AssertEqual();
        Assert.That(Array.TrueForAll(obstacles, File.Exists), Is.True, "it was tried again");
    }

    [Test]
    [Platform(Exclude = "Win", Reason = "Nobody can cut a file that is open there.")]
    public void FileThatSomebodyCuts_StillRollsByWhatTheAppenderHasCounted([Values] bool ownLayout)
    {
        string folder = Folder.File("cut");
        using Comparison comparison = new(() => Rolling(folder, 1000, new UTF8Encoding(false), "header\n", ownLayout));
        for (int round = 0; round < 8; round++)
        {
            comparison.Log(log => log.LogNumbers(100));
            foreach (Output output in comparison.Both)
            {
                using FileStream stream = new(((FileAppender)output.Appender).File!, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
                stream.SetLength(0);
            }
        }

        comparison.Change(child => child.Close());
        comparison.AssertEqual();
    }

    /// <summary>Letters of one to four bytes, now and then half of one.</summary>
    private static string Text(Chance chance, int limit)
    {
        string[] letters = ["a", "b", " ", "é", "€", "😀", chance.Below(20) == 0 ? "\uD83D" : "c"];
        return string.Concat(Enumerable.Range(0, chance.Below(limit)).Select(_ => letters[chance.Below(letters.Length)]));
    }

    private static Output Rolling(
        string folder, int limit, Encoding encoding, string? header, bool ownLayout, Type? model = null, bool immediate = true,
        bool? appends = null, RollingFileAppender.RollingMode style = RollingFileAppender.RollingMode.Size, ManualClock? clock = null)
    {
        string side = Path.Combine(folder, Some.Name("side"));
        if (appends is not null)
        {
            Directory.CreateDirectory(side);
            File.WriteAllText(Path.Combine(side, "file"), "from before\n");
        }

        LayoutSkeleton layout = ownLayout
            ? new DelegatingLayout((writer, e) => WriteLetters(writer, $"{e.RenderedMessage};"))
            : new PatternLayout("%m");
        (layout.Header, layout.Footer) = (header, header?.ToUpperInvariant());
        RollingFileAppender appender = new()
        {
            RollingStyle = style,
            DatePattern = "'-'yyyyMM", // not at midnight
            MaxFileSize = limit,
            MaxSizeRollBackups = -1,
            AppendToFile = appends != false,
            CountDirection = 1,
            Encoding = encoding,
            ImmediateFlush = immediate,
            LockingModel = (FileAppender.LockingModelBase)Activator.CreateInstance(model ?? typeof(FileAppender.ExclusiveLock))!,
        };
        if (clock is not null)
        {
            appender.DateTimeStrategy = clock;
        }

        return Output.File(Path.Combine(side, "file"), layout, appender) with { Read = () => ReadAll(side) };
    }

    private static void WriteLetters(TextWriter writer, string text)
    {
        foreach (char letter in text)
        {
            writer.Write(letter);
        }
    }

    private sealed class ManualClock : RollingFileAppender.IDateTime
    {
        public DateTime Now { get; set; }
    }

    private static string ReadAll(string folder) => string.Join('\n', Directory.GetFiles(folder).Order(StringComparer.Ordinal)
        .Select(file => $"{Path.GetFileName(file)}: {Convert.ToHexString(File.ReadAllBytes(file))}"));
}
