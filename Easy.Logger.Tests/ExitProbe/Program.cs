using ExitProbe;

// ExitProbe <scenario> <folder>: does what the scenario says with a log in that folder, and ends the way it says.
return Scenarios.Run(args[0], args[1]);
