namespace log4net.Filter;

public class MdcFilter : PropertyFilter;
