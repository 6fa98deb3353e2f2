using Easy.Logger.Loki.Configuration;

namespace Easy.Logger.Tests.Loki;

/// <summary>Variables of the environment in options.</summary>
[Category("Loki")]
internal sealed class EnvironmentTextTests
{
    private const string Name = "EASY_LOGGER_TEST_TEXT";
    private const string Other = "EASY_LOGGER_TEST_OTHER";

    [SetUp]
    public void Set()
    {
        Environment.SetEnvironmentVariable(Name, "$1 ${" + Other + "} \\");
        Environment.SetEnvironmentVariable(Other, "b");
    }

    [TestCase("", "")]
    [TestCase("plain", "plain")]
    [TestCase("${EASY_LOGGER_TEST_OTHER}", "b")]
    [TestCase("a${EASY_LOGGER_TEST_OTHER}c ${EASY_LOGGER_TEST_OTHER}", "abc b")]
    [TestCase("${EASY_LOGGER_TEST_TEXT}", "$1 ${EASY_LOGGER_TEST_OTHER} \\")] // what it holds is text, and not expanded again
    [TestCase("${EASY_LOGGER_TEST_NOT_SET}", "${EASY_LOGGER_TEST_NOT_SET}")]
    [TestCase("$EASY_LOGGER_TEST_OTHER %EASY_LOGGER_TEST_OTHER%", "$EASY_LOGGER_TEST_OTHER %EASY_LOGGER_TEST_OTHER%")]
    [TestCase("${} ${a b} ${", "${} ${a b} ${")]
    [TestCase("$${EASY_LOGGER_TEST_OTHER}}", "$b}")]
    public void Expand_Variables_AreReplaced(string text, string expected) =>
        Assert.That(RequestOptions.Expanded(text), Is.EqualTo(expected));
}
