using System.Linq.Expressions;
using System.Reflection.Emit;

namespace Easy.Logger.Tests.Capture;

/// <summary>The caller and the frames behind it are those that log4net finds, the first time and when they are known.</summary>
internal sealed class CallerLocationTests : FolderTests
{
    private const int ManyFrames = 40;

    [Test]
    public void Find_WithFrames_IsWhatLog4NetFinds()
    {
        foreach (Action<Action> path in Paths())
        {
            for (int i = 0; i < 2; i++)
            {
                path(() => AssertAlike(Boundary.Locate()));
            }
        }
    }

    [Test]
    public void Find_BoundaryIsNotOnTheStack_IsWhatLog4NetFinds()
    {
        AssertAlike((new LocationInfo(typeof(Version)), CallerLocation.Find(typeof(Version), withFrames: true)));
        AssertAlike((new LocationInfo(null), CallerLocation.Find(null, withFrames: true)));
    }

    /// <summary>Whether the plug-in logs itself, or calls what does.</summary>
    [Test]
    public void Find_PlugInIsOnTheStack_CanBeUnloaded() => Eventually.IsCollected(LocateThroughAPlugIn(), "the assembly");

    /// <summary>.NET knows neither file nor line while it looks for those of another place. Later it does.</summary>
    [Test]
    [Category("Exit")]
    public void Find_WhileDotNetLooksUpFilesAndLines_IsWhatLog4NetFindsThenAndLater()
    {
        using ProbeRun run = new(TestProgram.ExitProbe, "location-loading", Folder.Path);

        run.AssertEndsWith(180);

        string[] expected = File.ReadAllLines(Folder.File("direct.log"));
        Assert.That(File.ReadAllLines(Folder.File("wrapped.log")), Is.EqualTo(expected));
        Assert.That(expected, Has.Some.EndsWith("(:0)").And.Some.Contains("AssemblyScenarios.cs"), run.Transcript);
    }

    /// <summary>A buffer fixes the location of each event it gets: behind the queue it does not cost more than without it.</summary>
    [Test]
    public void DoAppend_BufferFixesTheLocation_AllocatesLessThanWithoutUs()
    {
        BufferingForwardingAppender direct = Buffer();
        AsyncBufferingForwardingAppender wrapped = new() { Name = "wrapped", BufferSize = 1024 };
        wrapped.AddAppender(Buffer());
        wrapped.ActivateOptions();
        try
        {
            Assert.That(BytesPerCall(wrapped), Is.LessThan(BytesPerCall(direct) / 2));
        }
        finally
        {
            wrapped.Close();
            direct.Close();
        }

        static BufferingForwardingAppender Buffer()
        {
            BufferingForwardingAppender buffer = new() { Fix = FixFlags.All, BufferSize = 512 };
            buffer.ActivateOptions();
            return buffer;
        }
    }

    private static long BytesPerCall(IAppender appender)
    {
        ILoggerRepository repository = LogManager.GetRepository(typeof(CallerLocationTests).Assembly);
        return Allocated.By(() => Deep(ManyFrames, () => appender.DoAppend(
            new LoggingEvent(typeof(CallerLocationTests), repository, "logger", Level.Info, "message", exception: null))));
    }

    private static IEnumerable<Action<Action>> Paths() =>
    [
        action => action(),
        action => Deep(ManyFrames, action),
        Compiled(action => action()),
        action => new List<int> { 1 }.ForEach(_ => action()),
        action => Generic("text", action),
        action => Generic(1, action),
        action => Asynchronous(action).Wait(),
        action => _ = Iterator(action).ToList(),
        action => new Lazy<int>(() =>
        {
            action();
            return 1;
        }).Value.ToString(CultureInfo.InvariantCulture),
        action => typeof(CallerLocationTests).GetMethod(nameof(Reflected))!.Invoke(obj: null, [action]),
    ];

    /// <summary>Such code is in no file and in no class, and there is a lot of it in the stacks of web applications.</summary>
    private static Action<Action> Compiled(Expression<Action<Action>> expression) => expression.Compile();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference LocateThroughAPlugIn()
    {
        AssemblyBuilder assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("PlugIn"), AssemblyBuilderAccess.RunAndCollect);
        TypeBuilder type = assembly.DefineDynamicModule("PlugIn").DefineType("Job", TypeAttributes.Public);
        MethodBuilder method =
            type.DefineMethod("Run", MethodAttributes.Public | MethodAttributes.Static, typeof(void), [typeof(Action)]);
        ILGenerator code = method.GetILGenerator();
        code.Emit(OpCodes.Ldarg_0);
        code.Emit(OpCodes.Callvirt, typeof(Action).GetMethod(nameof(Action.Invoke))!);
        code.Emit(OpCodes.Nop); // a last call could take the place of the frame
        code.Emit(OpCodes.Ret);
        Action<Action> run = type.CreateType().GetMethod(method.Name)!.CreateDelegate<Action<Action>>();
        LocationInfo? found = null;
        run(Boundary.AssertAlike);
        run(() => found = Boundary.Locate().Actual);

        Assert.That(found!.StackFrames!.Select(frame => frame.ClassName), Does.Contain("Job"));
        return new WeakReference(run.Method.Module.Assembly);
    }

    public static void Reflected(Action action) => action();

    private static void Generic<T>(T value, Action action)
    {
        if (value is not null)
        {
            action();
        }
    }

    private static async Task Asynchronous(Action action)
    {
        await Task.Yield();
        action();
    }

    private static IEnumerable<int> Iterator(Action action)
    {
        action();
        yield return 1;
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    private static void Deep(int frames, Action action)
    {
        if (frames == 0)
        {
            action();
            return;
        }

        Deep(frames - 1, action);
    }

    private static void AssertAlike((LocationInfo Expected, LocationInfo Actual) found) => Assert.That(
        Texts(found.Actual), Is.EqualTo(Texts(found.Expected)));

    private static IEnumerable<string?> Texts(LocationInfo location) =>
    [
        location.ClassName, location.MethodName, location.FileName, location.LineNumber, location.FullInfo,
        $"{location.StackFrames?.Length}",
        .. (location.StackFrames ?? []).SelectMany(frame => (string?[])
        [
            frame.ClassName, frame.Method.Name, .. frame.Method.Parameters, frame.FileName, frame.LineNumber, frame.FullInfo,
        ]),
    ];

    /// <summary>What stands for the class of log4net that an application calls.</summary>
    private static class Boundary
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public static (LocationInfo Expected, LocationInfo Actual) Locate() =>
            (new LocationInfo(typeof(Boundary)), CallerLocation.Find(typeof(Boundary), withFrames: true));

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static void AssertAlike() => CallerLocationTests.AssertAlike(Locate());
    }
}
