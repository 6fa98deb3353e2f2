using System.Text;
using System.Xml;

namespace log4net.Util;

public static class Transform
{
    public static string MaskXmlInvalidCharacters(string textData, string mask)
    {
        StringBuilder clean = new(textData.Length);
        for (int i = 0; i < textData.Length; i++)
        {
            char c = textData[i];
            if (XmlConvert.IsXmlChar(c))
            {
                clean.Append(c);
            }
            else if (i + 1 < textData.Length && XmlConvert.IsXmlSurrogatePair(textData[i + 1], c))
            {
                clean.Append(c).Append(textData[++i]);
            }
            else
            {
                clean.Append(mask);
            }
        }
        return clean.ToString();
    }

    public static void WriteEscapedXmlString(this XmlWriter writer, string textData, string invalidCharReplacement)
    {
        string text = MaskXmlInvalidCharacters(textData, invalidCharReplacement);
        if (ReadsBetterAsSection(text))
        {
            writer.WriteCData(text);
        }
        else
        {
            writer.WriteString(text);
        }
    }

    // Entities are fine until they outnumber the rest. A text with the end mark of a section cannot be one.
    private static bool ReadsBetterAsSection(string text) => text.Count(c => c is '<' or '>' or '&') > text.Length / 2 && !text.Contains("]]>");
}
