using System.Globalization;
using Easy.Logger.Buffering;
using log4net.Core;

namespace Easy.Logger.Tests.Buffering;

internal sealed class BufferingOptionsTests
{
    [TestCase("bufferSize", 1)]
    [TestCase("bufferSize", 65_536)]
    [TestCase("queueLimit", 512)]
    [TestCase("queueLimit", int.MaxValue)]
    [TestCase("idleTime", 1)]
    [TestCase("idleTime", 3_600_000)]
    [TestCase("blockTimeout", -1)]
    [TestCase("blockTimeout", 0)]
    [TestCase("blockTimeout", int.MaxValue)]
    [TestCase("closeTimeout", -1)]
    [TestCase("closeTimeout", 0)]
    [TestCase("closeTimeout", int.MaxValue)]
    public void Validate_WithinBounds_IsKept(string option, int value)
    {
        BufferingOptions valid = With(option, value).Validate(queueLimitIsSet: option == "queueLimit", out IReadOnlyList<string> problems);

        Assert.That(Read(valid, option), Is.EqualTo(value));
        Assert.That(problems, Is.Empty);
    }

    [TestCase("bufferSize", 0, 512)]
    [TestCase("bufferSize", -1, 512)]
    [TestCase("bufferSize", int.MinValue, 512)]
    [TestCase("bufferSize", 65_537, 512)]
    [TestCase("bufferSize", int.MaxValue, 512)]
    [TestCase("queueLimit", 511, 16_384)]
    [TestCase("queueLimit", 0, 16_384)]
    [TestCase("queueLimit", -1, 16_384)]
    [TestCase("queueLimit", int.MinValue, 16_384)]
    [TestCase("idleTime", 0, 500)]
    [TestCase("idleTime", -1, 500)]
    [TestCase("idleTime", int.MinValue, 500)]
    [TestCase("idleTime", 3_600_001, 500)]
    [TestCase("idleTime", int.MaxValue, 500)]
    [TestCase("blockTimeout", -2, 2_000)]
    [TestCase("blockTimeout", int.MinValue, 2_000)]
    [TestCase("closeTimeout", -2, 5_000)]
    [TestCase("closeTimeout", int.MinValue, 5_000)]
    public void Validate_OutOfBounds_IsReplacedAndTheMessageNamesAll(string option, int value, int replacement)
    {
        BufferingOptions valid = With(option, value).Validate(queueLimitIsSet: option == "queueLimit", out IReadOnlyList<string> problems);

        Assert.That(Read(valid, option), Is.EqualTo(replacement));
        Assert.That(problems, Has.Count.EqualTo(1));
        Assert.That(problems[0], Does.StartWith($"{option} is {Text(value)}, ").And.EndWith($": {Text(replacement)} is used."));
    }

    [TestCase(99)]
    [TestCase(-1)]
    [TestCase(4)]
    public void Validate_UnknownPolicy_IsBlock(int value)
    {
        BufferingOptions valid =
            new BufferingOptions { Overflow = (OverflowPolicy)value }.Validate(queueLimitIsSet: false, out IReadOnlyList<string> problems);

        Assert.That(valid.Overflow, Is.EqualTo(OverflowPolicy.Block));
        Assert.That(problems, Has.Count.EqualTo(1));
        Assert.That(problems[0], Does.StartWith($"overflow is {Text(value)}, ").And.EndWith(": Block is used."));
        Assert.That(problems[0], Does.Contain(string.Join(", ", Enum.GetNames<OverflowPolicy>())), "the names to choose from");
    }

    [Test]
    public void Validate_KnownPolicy_IsKept([Values] OverflowPolicy policy)
    {
        BufferingOptions valid =
            new BufferingOptions { Overflow = policy }.Validate(queueLimitIsSet: false, out IReadOnlyList<string> problems);

        Assert.That(valid.Overflow, Is.EqualTo(policy));
        Assert.That(problems, Is.Empty);
    }

    [Test]
    public void Validate_EverythingWrong_ReportsEverything()
    {
        BufferingOptions wrong = new()
        {
            BufferSize = 0,
            QueueLimit = -5,
            IdleTime = 0,
            Overflow = (OverflowPolicy)7,
            BlockTimeout = -9,
            CloseTimeout = -9,
            Lossy = true,
        };

        BufferingOptions valid = wrong.Validate(queueLimitIsSet: true, out IReadOnlyList<string> problems);

        Assert.That(
            problems.Select(problem => problem[..problem.IndexOf(' ', StringComparison.Ordinal)]),
            Is.EqualTo(new[] { "bufferSize", "queueLimit", "idleTime", "overflow", "blockTimeout", "closeTimeout", "lossy" }));
        Assert.That(valid.Validate(queueLimitIsSet: true, out IReadOnlyList<string> left).QueueLimit, Is.EqualTo(16_384));
        Assert.That(left, Has.Count.EqualTo(1), "a lossy appender without an evaluator stays one");
    }

    [Test]
    public void Validate_LossyWithEvaluator_IsNoProblem()
    {
        new BufferingOptions { Lossy = true, Evaluator = new LevelEvaluator() }.Validate(
            queueLimitIsSet: false, out IReadOnlyList<string> problems);

        Assert.That(problems, Is.Empty);
    }

    [Test]
    public void Validate_QueueLimitNotSet_GrowsSilentlyWithTheBufferSize()
    {
        BufferingOptions options = new() { BufferSize = 60_000, QueueLimit = 3 };

        BufferingOptions valid = options.Validate(queueLimitIsSet: false, out IReadOnlyList<string> problems);

        Assert.That(valid.QueueLimit, Is.EqualTo(60_000));
        Assert.That(problems, Is.Empty);
    }

    [Test]
    public void Validate_QueueLimitBelowLargeBufferSize_IsReplacedByTheBufferSize()
    {
        BufferingOptions options = new() { BufferSize = 60_000, QueueLimit = 20_000 };

        BufferingOptions valid = options.Validate(queueLimitIsSet: true, out IReadOnlyList<string> problems);

        Assert.That(valid.QueueLimit, Is.EqualTo(60_000));
        Assert.That(problems, Has.Count.EqualTo(1));
        Assert.That(problems[0], Does.StartWith("queueLimit is 20000, ").And.Contain("60000 to").And.EndWith(": 60000 is used."));
    }

    [Test]
    public void Validate_OtherOptions_AreKept()
    {
        LevelEvaluator evaluator = new();
        LevelEvaluator lossyEvaluator = new();
        BufferingOptions options = new()
        {
            FlushLevel = Level.Notice,
            Lossy = true,
            Evaluator = evaluator,
            LossyEvaluator = lossyEvaluator,
            BatchRendering = false,
        };

        BufferingOptions valid = options.Validate(queueLimitIsSet: false, out _);

        Assert.Multiple(() =>
        {
            Assert.That(valid.FlushLevel, Is.EqualTo(Level.Notice));
            Assert.That(valid.Lossy, Is.True);
            Assert.That(valid.Evaluator, Is.SameAs(evaluator));
            Assert.That(valid.LossyEvaluator, Is.SameAs(lossyEvaluator));
            Assert.That(valid.BatchRendering, Is.False);
        });
    }

    private static BufferingOptions With(string option, int value) => option switch
    {
        "bufferSize" => new() { BufferSize = value },
        "queueLimit" => new() { QueueLimit = value },
        "idleTime" => new() { IdleTime = value },
        "blockTimeout" => new() { BlockTimeout = value },
        "closeTimeout" => new() { CloseTimeout = value },
        _ => throw new ArgumentException(option),
    };

    private static int Read(BufferingOptions options, string option) => option switch
    {
        "bufferSize" => options.BufferSize,
        "queueLimit" => options.QueueLimit,
        "idleTime" => options.IdleTime,
        "blockTimeout" => options.BlockTimeout,
        "closeTimeout" => options.CloseTimeout,
        _ => throw new ArgumentException(option),
    };

    private static string Text(int value) => value.ToString(CultureInfo.InvariantCulture);
}
