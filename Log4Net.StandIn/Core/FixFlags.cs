namespace log4net.Core;

[Flags]
public enum FixFlags
{
    None = 0,
    Mdc = 0x1,
    Ndc = 0x2,
    Message = 0x4,
    ThreadName = 0x8,
    LocationInfo = 0x10,
    UserName = 0x20,
    Domain = 0x40,
    Identity = 0x80,
    Exception = 0x100,
    Properties = 0x200,
    Partial = Message | ThreadName | Domain | Exception | Properties,
    All = 0xFFFFFFF,
}
