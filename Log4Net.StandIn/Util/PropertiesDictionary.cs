namespace log4net.Util;

public sealed class PropertiesDictionary : ReadOnlyPropertiesDictionary
{
    public PropertiesDictionary()
    {
    }

    public PropertiesDictionary(ReadOnlyPropertiesDictionary propertiesDictionary)
        : base(propertiesDictionary)
    {
    }

    private protected override bool CanWrite => true;

    public override object? this[string key]
    {
        get => base[key];
        set => InnerHashtable[key] = value;
    }

    public override void Add(string key, object? value) => InnerHashtable.Add(key, value);

    public override void Clear() => InnerHashtable.Clear();

    public override bool Remove(string key) => InnerHashtable.Remove(key);
}
