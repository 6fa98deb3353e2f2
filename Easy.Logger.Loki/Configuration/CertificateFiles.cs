using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
#if !NET
using System.Text.RegularExpressions;
#endif

namespace Easy.Logger.Loki.Configuration;

/// <summary>Reads certificates from files, in PEM or in the binary formats.</summary>
internal static class CertificateFiles
{
    /// <summary>The certificate of the client with its private key, and those that it is signed by behind it.</summary>
    /// <param name="path">A PKCS#12 file, or a PEM file.</param>
    /// <param name="keyPath">A PEM file with the key; <see langword="null" /> when it is in the same file.</param>
    /// <param name="password">The password of the key, if it has one.</param>
    /// <exception cref="Exception">It cannot be read.</exception>
    public static X509Certificate2Collection Client(string path, string? keyPath, string? password)
    {
        byte[] file = Read(path);
        X509Certificate2Collection all = IsPem(file) ? FromPem(file, keyPath, password) : FromPkcs12(file, password);
        X509Certificate2[] own = [.. all.Cast<X509Certificate2>().Where(certificate => certificate.HasPrivateKey)];
        if (own.Length == 0)
        {
            throw new CryptographicException("there is no private key in it");
        }

        all.Remove(own[0]);
        all.Insert(0, own[0]);
        return all;
    }

    /// <summary>Certificates that others are checked against.</summary>
    /// <exception cref="Exception">They cannot be read.</exception>
    public static X509Certificate2Collection Authorities(string path)
    {
        byte[] file = Read(path);
        X509Certificate2Collection all = [];
#if NET
        if (IsPem(file))
        {
            all.ImportFromPem(System.Text.Encoding.ASCII.GetString(file));
        }
        else
        {
            all.Add(X509CertificateLoader.LoadCertificate(file));
        }
#else
        const string Pem = "-----BEGIN CERTIFICATE-----(?<base64>[^-]*)-----END CERTIFICATE-----";
        foreach (Match match in Regex.Matches(IsPem(file) ? System.Text.Encoding.ASCII.GetString(file) : string.Empty, Pem))
        {
            all.Add(new X509Certificate2(Convert.FromBase64String(match.Groups["base64"].Value)));
        }

        if (!IsPem(file))
        {
            all.Add(new X509Certificate2(file));
        }
#endif
        return all.Count > 0 ? all : throw new CryptographicException("there is no certificate in it");
    }

    private static byte[] Read(string path) => SmallFile.ReadBytes(Path.Combine(AppContext.BaseDirectory, path)) is { Length: > 0 } file
        ? file : throw new IOException($"'{path}' is empty, or not a file but a pipe or a device");

    private static bool IsPem(byte[] file) => file.AsSpan().IndexOf("-----BEGIN "u8) >= 0;

    private static X509Certificate2Collection FromPkcs12(byte[] file, string? password)
    {
#if NET
        return X509CertificateLoader.LoadPkcs12Collection(file, password);
#else
        X509Certificate2Collection all = [];
        all.Import(file, password, X509KeyStorageFlags.DefaultKeySet);
        return all;
#endif
    }

    private static X509Certificate2Collection FromPem(byte[] file, string? keyPath, string? password)
    {
#if NET
        string text = System.Text.Encoding.ASCII.GetString(file);
        string key = keyPath is null ? text : System.Text.Encoding.ASCII.GetString(Read(keyPath));
        using X509Certificate2 own = string.IsNullOrEmpty(password)
            ? X509Certificate2.CreateFromPem(text, key)
            : X509Certificate2.CreateFromEncryptedPem(text, key, password);
        X509Certificate2Collection all = [];
        all.ImportFromPem(text);

        // The first one is its own. Windows does not take a key that is only in memory for TLS.
        all[0] = X509CertificateLoader.LoadPkcs12(own.Export(X509ContentType.Pkcs12), password: null);
        return all;
#else
        throw new NotSupportedException("PEM needs .NET 10 or later; use a PKCS#12 file (.pfx)");
#endif
    }
}
