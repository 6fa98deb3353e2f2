namespace log4net.Core;

[Flags]
public enum FixFlags
{
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
    None = 0,
    All = 0xFFFFFFF,
    Partial = Message | ThreadName | Domain | Exception | Properties,
}
