using Easy.Logger;
using Easy.Logger.Extensions.Microsoft;
using Easy.Logger.Interfaces;
using Samples.Web;

WebApplicationBuilder builder = WebApplication.CreateBuilder(args);
builder.Logging.ClearProviders();
builder.Logging.AddEasyLogger();
builder.Services.AddHealthChecks().AddCheck<EasyLoggerHealthCheck>("log");

// For code that was written for the facade: IEasyLogger<T> wherever it is asked for. The service reads log4net.config here, and the
// provider finds log4net configured.
builder.Services.AddSingleton<ILogService>(Log4NetService.Instance);
builder.Services.AddSingleton(typeof(IEasyLogger<>), typeof(Log4NetLogger<>));

WebApplication app = builder.Build();
app.MapHealthChecks("/health");
app.MapGet("/orders/{id}", (string id, ILogger<Orders> log) => Orders.Take(id, log));
app.MapGet("/invoices/{id}", (string id, IEasyLogger<Invoices> log) => Invoices.Send(id, log));

app.Start();
Console.WriteLine($"listening on {app.Urls.Single()}");
app.WaitForShutdown();
