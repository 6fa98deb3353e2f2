// Most tests wait for another process, a socket or a worker: on two processors, six at a time take half of the time that two take.
[assembly: LevelOfParallelism(6)]
[assembly: Parallelizable(ParallelScope.All)]
[assembly: FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
