import NIOCertificateReloading
import NIOSSL

/// The certificate of a client, which is read again for each connection, so that a renewed one does not require a new client.
struct RenewedIdentity: CertificateReloader {
    let identity: EtcdConfiguration.Identity

    /// The present certificate and key.
    ///
    /// Two small files are read on the event loop, once per connection. If they cannot be read, those of the start are used.
    var sslContextConfigurationOverride: NIOSSLContextConfigurationOverride {
        var override = NIOSSLContextConfigurationOverride()
        if let chain = try? NIOSSLCertificate.fromPEMFile(identity.certificate),
            let key = try? NIOSSLPrivateKey(file: identity.key, format: .pem)
        {
            override.certificateChain = chain.map { .certificate($0) }
            override.privateKey = .privateKey(key)
        }
        return override
    }
}
