using Easy.Logger.Extensions.Microsoft;
using Easy.Logger.Interfaces;
using Microsoft.AspNetCore.Diagnostics.HealthChecks;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Samples.Web;

WebApplicationBuilder builder = WebApplication.CreateBuilder(args);
builder.Logging.ClearProviders();
builder.Logging.AddEasyLogger();
builder.Services.AddHealthChecks().AddCheck<EasyLoggerHealthCheck>("log", tags: ["ready"]);

WebApplication app = builder.Build();

// Liveness asks nothing: a mistake in the log is no reason for a restart. Readiness asks the log; monitoring sees a loss as well.
app.MapHealthChecks("/health/live", new HealthCheckOptions { Predicate = _ => false });
app.MapHealthChecks("/health/ready", new HealthCheckOptions { Predicate = check => check.Tags.Contains("ready") });
app.MapHealthChecks(
    "/health", new HealthCheckOptions { ResultStatusCodes = { [HealthStatus.Degraded] = StatusCodes.Status503ServiceUnavailable } });

// For code that was written for the facade, AddEasyLogger has put IEasyLogger<T> into the container.
app.MapGet("/orders/{id}", (string id, ILogger<Orders> log) => Orders.Take(id, log));
app.MapGet("/invoices/{id}", (string id, IEasyLogger<Invoices> log) => Invoices.Send(id, log));

app.Start();
Console.WriteLine($"listening on {app.Urls.Single()}");
app.WaitForShutdown();
