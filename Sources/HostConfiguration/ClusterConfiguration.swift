import Foundation
public import Trellis

/// The configuration of the cluster: the section `cluster`.
public struct ClusterConfiguration: Sendable, Equatable {
    /// The name of this host in the cluster; nil for the host name.
    public var name: String?

    /// The address of this host for SSH; nil for its name.
    public var address: String?

    /// The connection to etcd, which the hosts share; nil for a host without a cluster.
    public var etcd: Etcd?

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - name: The name of this host in the cluster; nil for the host name.
    ///   - address: The address of this host for SSH; nil for its name.
    ///   - etcd: The connection to etcd; nil for a host without a cluster.
    public init(name: String? = nil, address: String? = nil, etcd: Etcd? = nil) {
        (self.name, self.address, self.etcd) = (name, address, etcd)
    }

    /// Reads the configuration.
    /// - Parameter settings: The section `cluster`.
    public init(from settings: Settings) {
        name = settings.string("name", "The name of this host in the cluster. By default the host name.")
        address = settings.string(
            "address", "The address of this host for SSH (trellisctl --host). By default its name.")
        if let name, !Self.isValid(name: name) {
            settings.reject("name", "invalid name '\(name)': expected 1 to 253 letters, digits, dots and dashes")
        }
        etcd = Etcd(from: settings.section("etcd"))
    }

    /// The name of this host in the cluster.
    public var localName: String { name ?? ProcessInfo.processInfo.hostName }

    /// The address of this host for SSH.
    public var localAddress: String { address ?? localName }

    /// Whether a name consists of the characters of a host name.
    private static func isValid(name: String) -> Bool {
        (1...253).contains(name.utf8.count) && !name.hasPrefix("-")
            && name.utf8.allSatisfy { (byte: UInt8) in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

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
        package init?(from settings: Settings) {
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
