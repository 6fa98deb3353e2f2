using System.IO.Compression;
using System.Reflection.PortableExecutable;
using System.Xml.Linq;

namespace Easy.Logger.Tests.Packaging;

/// <summary>A packed package, or its symbols, as a reader of the feed gets it.</summary>
internal sealed class Package
{
    private readonly Dictionary<string, byte[]> _files;
    private readonly XElement _metadata;

    public Package(string path)
    {
        using ZipArchive archive = ZipFile.OpenRead(path);
        _files = archive.Entries.ToDictionary(entry => entry.FullName, Read);
        _metadata =
            XDocument.Load(Open(Files.Single(file => file.EndsWith(".nuspec", StringComparison.Ordinal)))).Root!.Elements().Single();
    }

    /// <summary>Without what every package has for the sake of its format.</summary>
    public IEnumerable<string> Files => _files.Keys
        .Where(file => file is not "[Content_Types].xml" and not "_rels/.rels"
            && !file.StartsWith("package/services/metadata/", StringComparison.Ordinal));

    public string Id => Field("id")!;

    public string Version => Field("version")!;

    public XElement Repository => Element("repository")!;

    /// <summary>For each target framework: names and least versions.</summary>
    public Dictionary<string, string[]> Dependencies => Element("dependencies")!.Elements().ToDictionary(
        group => group.Attribute("targetFramework")!.Value.TrimStart('.'),
        group => group.Elements().Select(each => $"{each.Attribute("id")!.Value} {each.Attribute("version")!.Value}")
            .Order(StringComparer.Ordinal).ToArray(),
        StringComparer.OrdinalIgnoreCase);

    public string? Field(string name) => Element(name)?.Value;

    public XElement? Element(string name) => _metadata.Elements().FirstOrDefault(element => element.Name.LocalName == name);

    public Stream Open(string file) => new MemoryStream(_files[file], writable: false);

    public byte[] Bytes(string file) => _files[file];

    public string Library(string framework) => $"lib/{framework}/{Id}.dll";

    public PEReader OpenLibrary(string framework) => new(Open(Library(framework)));

    public override string ToString() => Id;

    private static byte[] Read(ZipArchiveEntry entry)
    {
        using Stream stream = entry.Open();
        using MemoryStream buffer = new();
        stream.CopyTo(buffer);
        return buffer.ToArray();
    }
}
