import Trellis

extension ClusterConfiguration {
    /// The configuration of the connection to etcd: the section `cluster.etcd`.
    public struct Etcd: Sendable, Equatable {
        /// The addresses of the members: `http://HOST:PORT` or `https://HOST:PORT`.
        public var endpoints: [String]

        /// The prefix of all keys.
        public var prefix: String

        /// The file of the client's certificate, in PEM; nil for none.
        public var certificate: String?

        /// The file of the certificate's private key, in PEM.
        public var key: String?

        /// The file of the authorities that sign the members' certificates, in PEM; nil for those of the system.
        public var authority: String?

        /// The user, whose password is the credential `cluster.password`; nil for none.
        public var user: String?

        /// The time after which the other hosts take over the plugins of a host that does not respond.
        public var lease: Duration

        /// Creates a configuration without TLS and without a user.
        ///
        /// - Parameters:
        ///   - endpoints: The addresses of the members.
        ///   - prefix: The prefix of all keys.
        ///   - lease: The time after which the other hosts take over the plugins of a host that does not respond.
        public init(endpoints: [String], prefix: String = "/trellis", lease: Duration = .seconds(15)) {
            (self.endpoints, self.prefix, self.lease) = (endpoints, prefix, lease)
        }

        /// Reads the configuration; nil without endpoints.
        ///
        /// - Parameter settings: The section `cluster.etcd`.
        init?(from settings: Settings) {
            endpoints = settings.strings(
                "endpoints",
                "The members of etcd, as http://HOST:PORT or https://HOST:PORT. Without members, the host belongs to no "
                    + "cluster.")
            prefix = settings.string("prefix", default: "/trellis", "The prefix of all keys in etcd.")
            certificate = settings.string("certificate", "The file with the certificate of this host (PEM), for TLS.")
            key = settings.string("key", "The file with the private key of the certificate (PEM).")
            authority = settings.string(
                "authority",
                "The file with the authorities of the members' certificates (PEM). By default those of the system.")
            user = settings.string(
                "user",
                "The user of etcd. The password is the credential cluster.password, as in "
                    + "LoadCredential=cluster.password:FILE.")
            lease = settings.duration(
                "lease", default: .seconds(15), in: .seconds(3) ... .seconds(3_600),
                "The time after which the other hosts take over the plugins of a host that does not respond.")
            for endpoint in endpoints where !Self.isValid(endpoint: endpoint) {
                settings.reject(
                    "endpoints", "invalid address '\(endpoint)': expected http://HOST:PORT or https://HOST:PORT")
            }
            if (certificate == nil) != (key == nil) {
                settings.reject(
                    certificate == nil ? "certificate" : "key",
                    "certificate and key are needed together: set both, or remove the other one")
            }
            if !prefix.hasPrefix("/") || prefix.count > 1 && prefix.hasSuffix("/") {
                settings.reject("prefix", "invalid prefix '\(prefix)': expected a path such as /trellis")
            }
            if endpoints.isEmpty { return nil }
        }

        private static func isValid(endpoint: String) -> Bool {
            guard let scheme = ["http://", "https://"].first(where: endpoint.hasPrefix) else { return false }
            let parts = endpoint.dropFirst(scheme.count)
            guard let colon = parts.lastIndex(of: ":"), colon != parts.startIndex,
                let port = UInt16(parts[parts.index(after: colon)...])
            else { return false }
            return port > 0 && !parts.contains("/")
        }
    }
}
