using MatrixProbe;

// MatrixProbe <cell> ...: plays the cells and writes a line with the result of each.
return Playing.Of(args);
