import Etcd
import TrellisHost

extension EtcdConfiguration {
    /// The credential with the password of the user in etcd.
    private static let passwordCredential = "cluster.password"

    /// Reads the configuration of the client from that of the cluster.
    ///
    /// - Parameters:
    ///   - cluster: The section `cluster.etcd`.
    ///   - environment: The environment of the host, with the credentials.
    /// - Throws: ``ClusterConfigurationError`` when the credential is missing, or the endpoints use different schemes.
    init(_ cluster: ClusterConfiguration.Etcd, in environment: HostEnvironment) throws {
        let secure = cluster.endpoints.filter { $0.hasPrefix("https://") }
        guard secure.isEmpty || secure.count == cluster.endpoints.count else {
            throw ClusterConfigurationError(description: "endpoints mixes http:// and https://: use one of them")
        }
        let endpoints = cluster.endpoints.compactMap { text in
            text.firstRange(of: "://").flatMap { EtcdEndpoint(String(text[$0.upperBound...])) }
        }
        guard endpoints.count == cluster.endpoints.count else {
            throw ClusterConfigurationError(
                description: "endpoints has an invalid address: expected http://HOST:PORT or https://HOST:PORT")
        }
        let identity = cluster.certificate.flatMap { certificate in
            cluster.key.map { Identity(certificate: certificate, key: $0) }
        }
        self.init(
            endpoints: endpoints, tls: secure.isEmpty ? nil : TLS(authority: cluster.authority, identity: identity),
            credentials: try cluster.user.map { user in
                guard let password = try environment.credential(Self.passwordCredential) else {
                    throw ClusterConfigurationError(
                        description: "the credential \(Self.passwordCredential) of the user \(user) is missing: add "
                            + "LoadCredential=\(Self.passwordCredential):FILE to the unit, and restart the daemon")
                }
                let text = String(decoding: password, as: UTF8.self)
                return Credentials(user: user, password: text.hasSuffix("\n") ? String(text.dropLast()) : text)
            })
    }
}
