using System.IO.Compression;
using LokiServer.Decoding;
using LokiServer.Rules;
using Microsoft.AspNetCore.Http;

namespace LokiServer.Serving;

/// <summary>Loki's push over one protocol. The status of an <see cref="Answer" /> is one of that protocol.</summary>
internal abstract class PushPort(LokiLimits limits)
{
    public const string TenantHeader = "X-Scope-OrgID";

    private const int LongestTenant = 150;

    protected LokiLimits Limits => limits;

    public abstract IReadOnlyList<PushedStream> Read(Incoming incoming);

    /// <summary>Takes what is good. Called under the lock.</summary>
    public abstract Answer Take(IReadOnlyList<PushedStream> streams, Incoming incoming);

    public abstract Task WriteAsync(HttpContext context, Answer answer);

    /// <returns>Whose a push is; <see langword="null" /> when nobody asks.</returns>
    protected string? TenantOf(Incoming incoming) => limits.RequiresTenant ? incoming.Headers[TenantHeader] : null;

    protected void CheckTenant(Incoming incoming, int statusOfNone, int statusOfBad)
    {
        if (!limits.RequiresTenant)
        {
            return;
        }

        string tenant = incoming.Headers.GetValueOrDefault(TenantHeader, string.Empty);
        if (tenant.Length == 0)
        {
            throw new PushException(statusOfNone, "no org id");
        }

        if (tenant is "." or ".." || tenant.Length > LongestTenant
            || !tenant.All(c => char.IsAsciiLetterOrDigit(c) || "!-_.*'()".Contains(c, StringComparison.Ordinal)))
        {
            throw new PushException(statusOfBad, $"tenant ID '{tenant}' is not allowed, or is too long");
        }
    }

    protected static byte[] Unzip(ReadOnlySpan<byte> packed, int statusOfBad)
    {
        try
        {
            using GZipStream gzip = new(new MemoryStream(packed.ToArray()), CompressionMode.Decompress);
            using MemoryStream unpacked = new();
            gzip.CopyTo(unpacked);
            return unpacked.ToArray();
        }
        catch (InvalidDataException e)
        {
            throw new PushException(statusOfBad, $"failed to decompress: {e.Message}", e);
        }
    }
}
