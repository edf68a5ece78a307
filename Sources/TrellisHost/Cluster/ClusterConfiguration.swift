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
