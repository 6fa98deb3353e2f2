using LokiServer.Decoding;
using LokiServer.Rules;
using Microsoft.AspNetCore.Http;

namespace LokiServer.Serving;

/// <summary>How pushes come in over one protocol. The status of an <see cref="Answer" /> is one of that protocol.</summary>
internal abstract class PushPort
{
    /// <summary>The header that names the tenant.</summary>
    public const string TenantHeader = "X-Scope-OrgID";

    /// <exception cref="PushException">It is no push, or may not be made.</exception>
    public abstract IReadOnlyList<PushedStream> Read(Incoming incoming);

    /// <summary>Takes what is good. Called under the lock.</summary>
    public abstract Answer Take(IReadOnlyList<PushedStream> streams, Incoming incoming);

    public abstract Task WriteAsync(HttpContext context, Answer answer);

    /// <summary>The answer as it is kept.</summary>
    public abstract (int Status, int? GrpcStatus) StatusOf(Answer answer);
}
