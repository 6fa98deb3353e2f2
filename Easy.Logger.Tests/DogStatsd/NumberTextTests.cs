using System.Text;
using Easy.Logger.DogStatsd.Datagrams;
using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Numbers as every server reads them: never an exponent, never another culture's point, and the same number again.</summary>
[Category("DogStatsd")]
internal sealed class NumberTextTests
{
    [TestCase(-0d, "0")]
    [TestCase(-3d, "-3")]
    [TestCase(0.5, "0.5")]
    [TestCase(3.141592653589793, "3.141592653589793")]
    [TestCase(-1.25e-7, "-0.000000125")]
    [TestCase(9007199254740993d, "9007199254740992")]
    [TestCase(-1.5e22, "-15000000000000000000000")]
    [SetCulture("de-DE")]
    public void TryWrite_Number_IsPlainInAnyCulture(double number, string expected) => Assert.That(TextOf(number), Is.EqualTo(expected));

    [Test]
    public void TryWrite_AnyNumber_IsItself()
    {
        Prop.ForAll<double>(number => !NumberText.IsNumber(number) || IsItself(number)).QuickCheckThrowOnFailure();
        Prop.ForAll<long>(bits => !NumberText.IsNumber(BitConverter.Int64BitsToDouble(bits))
            || IsItself(BitConverter.Int64BitsToDouble(bits)))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(2_000));
        double[] extremes = [double.MaxValue, double.MinValue, double.Epsilon, -double.Epsilon, 2.2250738585072014E-308, 5e-324];
        Assert.That(extremes, Is.All.Matches<double>(IsItself));
    }

    [Test]
    public void TryWrite_NoRoom_SaysSo()
    {
        Assert.That(NumberText.TryWrite(123.5, new byte[4], out _), Is.False);
        Assert.That(NumberText.TryWrite(1e-10, new byte[4], out _), Is.False);
        Assert.That(NumberText.TryWrite(12_345L, new byte[4], out _), Is.False);
    }

    private static bool IsItself(double number)
    {
        string text = TextOf(number);
        return text.All(character => character is '-' or '.' or (>= '0' and <= '9'))
            && double.Parse(text, CultureInfo.InvariantCulture).Equals(number == 0 ? 0d : number);
    }

    private static string TextOf(double number)
    {
        byte[] memory = new byte[NumberText.MaxBytes];
        Assert.That(NumberText.TryWrite(number, memory, out int written), Is.True);
        return Encoding.UTF8.GetString(memory, 0, written);
    }
}
