using Easy.Logger.Compatibility;
using log4net.Util;

namespace Easy.Logger.Tests.Log4Net;

/// <summary>The message object of log4net's formatting calls.</summary>
internal sealed class FormatProviderTests
{
    private const string Dependents = "Rendering/CapturedEvent reads the provider.";

    [Test]
    public void Format_WithAndWithoutAProvider_IsThatProviderOrTheInvariantCulture()
    {
        using TestRepository repository = new();
        MemoryAppender memory = new();
        repository.Attach(memory);

        repository.Log().DebugFormat("{0} {1}", 1.5, "x");
        repository.Log().InfoFormat(CultureInfo.GetCultureInfo("de-DE"), "{0}", 1.5);

        SystemStringFormat[] messages = [.. memory.GetEvents().Select(loggingEvent => (SystemStringFormat)loggingEvent.MessageObject!)];
        Assert.That(Log4NetMembers.ProviderOf(messages[0]), Is.SameAs(CultureInfo.InvariantCulture), Dependents);
        Assert.That(Log4NetMembers.ProviderOf(messages[1]), Is.SameAs(CultureInfo.GetCultureInfo("de-DE")), Dependents);
        Assert.That((messages[0].Format, messages[0].Args), Is.EqualTo(("{0} {1}", new object[] { 1.5, "x" })),
            "Capture/CapturedEvent reads both.");
    }

    [Test]
    public void ToString_NoArguments_IsTheFormatAsItStands() => Assert.That(
        new SystemStringFormat(null, "{0", args: null).ToString(), Is.EqualTo("{0"),
            "Facade/LogScope and Rendering/CapturedEvent expect it.");
}
