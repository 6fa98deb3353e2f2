using System.Text;
using System.Xml;

namespace log4net.Util;

public static class Transform
{
    private const string SectionEnd = "]]>";
    private const int SectionCost = 12;

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
        string[] parts = text.Split([SectionEnd], StringSplitOptions.None);

        // Whichever comes out shorter: entities, or sections, of which every end mark in the text needs one more.
        if (text.Sum(EntityCost) <= SectionCost * parts.Length)
        {
            writer.WriteString(text);
            return;
        }
        for (int i = 0; i < parts.Length; i++)
        {
            // The end mark is cut between the brackets and the angle.
            string part = (i > 0 ? ">" : "") + parts[i] + (i < parts.Length - 1 ? "]]" : "");
            writer.WriteCData(part);
        }
    }

    private static int EntityCost(char c) => c switch
    {
        '<' or '>' => 3,
        '&' => 4,
        _ => 0,
    };
}
