/// The addresses of a cluster, and how to connect to it.
public struct EtcdConfiguration: Sendable, Hashable {
    /// The files for TLS, in the format PEM.
    ///
    /// They are read when the client is created. The client's own certificate and key are read again for each connection.
    public struct TLS: Sendable, Hashable {
        /// The file with the certificates of the authorities that the members' certificates are checked against; nil for those
        /// of the system.
        public var authority: String?

        /// The files with the certificate chain of the client and with its private key; nil for a client without a certificate.
        public var identity: Identity?

        /// Creates a configuration of TLS.
        ///
        /// - Parameters:
        ///   - authority: The file with the certificates of the authorities; nil for those of the system.
        ///   - identity: The certificate of the client; nil for none.
        public init(authority: String? = nil, identity: Identity? = nil) {
            self.authority = authority
            self.identity = identity
        }
    }

    /// The certificate of a client.
    public struct Identity: Sendable, Hashable {
        /// The file with the certificate chain, the client's own certificate first.
        public var certificate: String

        /// The file with the private key.
        public var key: String

        /// Creates an identity.
        ///
        /// - Parameters:
        ///   - certificate: The file with the certificate chain.
        ///   - key: The file with the private key.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The name and the password of a user of etcd.
    public struct Credentials: Sendable, Hashable, CustomStringConvertible {
        /// The name.
        public var user: String

        /// The password.
        public var password: String

        /// Creates credentials.
        ///
        /// - Parameters:
        ///   - user: The name.
        ///   - password: The password.
        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }

        /// The name without the password, so that a log does not contain it.
        public var description: String { user }
    }

    /// The members to connect to, at least one.
    ///
    /// A call goes to one of them, and to the next one if it fails.
    public var endpoints: [EtcdEndpoint]

    /// The configuration of TLS; nil for connections without encryption.
    public var tls: TLS?

    /// The user; nil for the user of the client's certificate, or for a cluster without authentication.
    public var credentials: Credentials?

    /// The time limit of each attempt of a call at one member.
    ///
    /// etcd reports a request that was lost with its leader after 7 seconds, but a second attempt then succeeds at once.
    public var attemptTimeout: Duration = .milliseconds(2_500)

    /// The largest accepted message, in bytes.
    public var maximumMessageSize = 64 << 20

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - endpoints: The members to connect to, at least one.
    ///   - tls: The configuration of TLS; nil for connections without encryption.
    ///   - credentials: The user; nil for none.
    public init(endpoints: [EtcdEndpoint], tls: TLS? = nil, credentials: Credentials? = nil) {
        self.endpoints = endpoints
        self.tls = tls
        self.credentials = credentials
    }
}
