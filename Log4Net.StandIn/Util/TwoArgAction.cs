namespace log4net.Util;

public delegate void TwoArgAction<T1, T2>(T1 t1, T2 t2);
