// Most tests wait for another process, a socket or a worker: on two processors, eight at a time take a minute less than two.
[assembly: LevelOfParallelism(8)]
[assembly: Parallelizable(ParallelScope.All)]
[assembly: FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
