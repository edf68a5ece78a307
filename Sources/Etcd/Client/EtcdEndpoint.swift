import GRPCNIOTransportHTTP2Posix
import NIOCore

/// The address of a member of the cluster, for clients.
public struct EtcdEndpoint: Sendable, Hashable, CustomStringConvertible {
    /// A host name, an IPv4 address, or an IPv6 address without brackets.
    public var host: String

    /// The port.
    public var port: Int

    /// Creates an endpoint.
    ///
    /// - Parameters:
    ///   - host: A host name or an IP address.
    ///   - port: The port.
    public init(host: String, port: Int = 2379) {
        self.host = host
        self.port = port
    }

    /// Reads an endpoint, such as `10.0.0.7:2379`, `[fd00::7]:2379` or `etcd-1.example.org`.
    ///
    /// The default port is 2379. The result is nil if the text has another form, such as that of a URL.
    public init?(_ text: String) {
        let name: Substring
        let rest: Substring
        if text.hasPrefix("[") {
            guard let close = text.firstIndex(of: "]") else { return nil }
            name = text[text.index(after: text.startIndex)..<close]
            rest = text[text.index(after: close)...]
            guard (try? SocketAddress(ipAddress: String(name), port: 0).protocol) == .inet6 else { return nil }
        } else {
            name = text.prefix { $0 != ":" }
            rest = text[name.endIndex...]
            guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) })
            else { return nil }
        }
        switch rest {
        case "": self.init(host: String(name))
        default:
            guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
            self.init(host: String(name), port: Int(port))
        }
    }

    /// The endpoint in the form that ``init(_:)`` reads, with the port.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The endpoint for a transport.
    var target: any ResolvableTarget {
        switch try? SocketAddress(ipAddress: host, port: port).protocol {
        case .inet?: .ipv4(address: host, port: port)
        case .inet6?: .ipv6(address: host, port: port)
        default: .dns(host: host, port: port)
        }
    }
}
