using System.Collections;
using System.Text;
using System.Xml;
using log4net.Config;
using log4net.Repository;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>The overloads of XmlConfigurator.Configure, and what they make of files that they cannot use.</summary>
internal static partial class XmlTopic
{
    private static void EntryPoints(Golden golden)
    {
        const string Good = "<?xml version='1.0'?><configuration><other/><log4net><root><level value='ERROR'/></root></log4net></configuration>";
        using TempFolder folder = new();
        FileInfo good = Write("good.xml", Good);
        FileInfo bad = Write("bad.xml", "<log4net><root>");
        FileInfo none = Write("none.xml", "<configuration/>");
        FileInfo two = Write("two.xml", "<configuration><log4net/><log4net/></configuration>");
        FileInfo documentType = Write("dtd.xml", "<!DOCTYPE x [<!ENTITY e 'v'>]><log4net><root><level value='ERROR'/></root></log4net>");
        FileInfo missing = new(folder.File("missing.xml"));

        EntryPoint(golden, "file", repository => XmlConfigurator.Configure(repository, good));
        EntryPoint(golden, "uri", repository => XmlConfigurator.Configure(repository, new Uri(good.FullName)));
        EntryPoint(golden, "stream", repository => XmlConfigurator.Configure(repository, new MemoryStream(Encoding.UTF8.GetBytes(Good))));
        EntryPoint(golden, "missing file", repository => XmlConfigurator.Configure(repository, missing));
        EntryPoint(golden, "bad XML", repository => XmlConfigurator.Configure(repository, bad));
        EntryPoint(golden, "no log4net element", repository => XmlConfigurator.Configure(repository, none));
        EntryPoint(golden, "two log4net elements", repository => XmlConfigurator.Configure(repository, two));
        EntryPoint(golden, "document type", repository => XmlConfigurator.Configure(repository, documentType));
        EntryPoint(golden, "null element", repository => XmlConfigurator.Configure(repository, (XmlElement)null!));
        EntryPoint(golden, "null file", repository => XmlConfigurator.Configure(repository, (FileInfo)null!));
        EntryPoint(golden, "null stream", repository => XmlConfigurator.Configure(repository, (Stream)null!));
        EntryPoint(golden, "null repository", _ => XmlConfigurator.Configure((ILoggerRepository)null!, good));
        EntryPoint(golden, "no argument but the repository (application configuration section)", XmlConfigurator.Configure);

        FileInfo Write(string name, string xml)
        {
            string path = folder.File(name);
            File.WriteAllText(path, xml);
            return new FileInfo(path);
        }
    }

    private static void EntryPoint(Golden golden, string name, Func<Hierarchy, ICollection> configure)
    {
        Hierarchy repository = Make.Repository(configured: false);
        using LogLogCapture capture = new();
        ICollection? messages = null;
        string call = Golden.Try(() => { messages = configure(repository); });
        golden.Line($"{name}: {call}, configured {repository.Configured}, root {repository.Root.Level!.Name}"
            + $", messages returned {messages?.Count}, kept on the repository {repository.ConfigurationMessages?.Count}");
        golden.Lines(capture.Take());
    }
}
