using System.Globalization;
using Easy.Logger.Rendering;

namespace Easy.Logger.Tests.Rendering;

internal sealed class SecondTextTests
{
    private static readonly DateTime _second = new(2024, 2, 29, 13, 7, 5, DateTimeKind.Utc);

    private readonly SecondText _text = new();

    [TestCase("HH:mm:ss")]
    [TestCase("HH:mm:ss,fff")]
    [TestCase("fffffff")]
    [TestCase("%f")]
    [TestCase("'123'fff'123'")]
    [TestCase("000fff000")]
    [TestCase("ss.ffK zzz")]
    [TestCase("o")]
    public void Set_FractionIsOneRunOfDigits_HoldsForTheWholeSecond(string format)
    {
        Assert.That(_text.Set(fraction => Shown(fraction, format)), Is.True);

        foreach (int fraction in new[] { 0, 1, 9, 10_000, 123_456, 1_234_567, 9_000_009, 9_999_999 })
        {
            using TextBuffer written = new();
            _text.Write(written, fraction);
            Assert.That(written.ToString(), Is.EqualTo(Shown(fraction, format)));
        }
    }

    [TestCase("ss.FFF")]
    [TestCase("%F")]
    [TestCase("fff''fff")]
    [TestCase("fff fff")]
    [TestCase("ff'3'ff")]
    public void Set_FractionIsShownInAnyOtherWay_IsRefused(string format) =>
        Assert.That(_text.Set(fraction => Shown(fraction, format)), Is.False);

    private static string Shown(int fraction, string format) => _second.AddTicks(fraction).ToString(format, CultureInfo.InvariantCulture);
}
