import NIOCore
public import Trellis

/// An address on which a plugin serves HTTP: a port of the loopback interface, or a Unix socket.
///
/// Other addresses are rejected, because the connections are not encrypted. Behind a proxy, use a Unix socket.
public enum ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// A port of the loopback interface. The host is a numeric address; port 0 selects a free port.
    case loopback(host: String, port: Int)

    /// A Unix socket with an absolute path.
    case unix(path: String)

    /// Parses an address.
    ///
    /// - Parameter text: An address of the loopback interface with a port, such as `127.0.0.1:9464` or `[::1]:9464`, or
    ///   `unix:` with an absolute path.
    /// - Throws: ``InvalidListenAddress`` for any other text.
    public init(_ text: String) throws(InvalidListenAddress) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            guard path.hasPrefix("/"), !path.hasSuffix("/"), !path.contains("\0") else {
                throw InvalidListenAddress(
                    text, "needs the absolute path of a socket, such as unix:/run/trellisd/metrics.sock")
            }
            guard (try? SocketAddress(unixDomainSocketPath: path)) != nil else {
                throw InvalidListenAddress(
                    text, "has a path of \(path.utf8.count) bytes; a socket's path has at most 103")
            }
            self = .unix(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw InvalidListenAddress(text, "needs an address and a port, such as 127.0.0.1:9464")
        }
        let name = text[..<colon]
        let host = name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : String(name)
        guard let address = try? SocketAddress(ipAddress: host, port: Int(port)) else {
            throw InvalidListenAddress(text, "needs a numeric address, such as 127.0.0.1 or [::1]")
        }
        guard address.isLoopback else {
            throw InvalidListenAddress(
                text,
                "is not on the loopback interface, and the connections are not encrypted; use 127.0.0.1, or a proxy")
        }
        self = .loopback(host: host, port: Int(port))
    }

    /// The text that ``init(_:)`` parses.
    public var description: String {
        switch self {
        case .loopback(let host, let port): "\(host.contains(":") ? "[\(host)]" : host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }

    /// Whether the operating system selects a free port.
    fileprivate var isFree: Bool { if case .loopback(_, 0) = self { true } else { false } }

    /// The address for the operating system.
    var socketAddress: SocketAddress {
        get throws {
            switch self {
            case .loopback(let host, let port): try SocketAddress(ipAddress: host, port: port)
            case .unix(let path): try SocketAddress(unixDomainSocketPath: path)
            }
        }
    }
}

extension SocketAddress {
    /// Whether the address belongs to the loopback interface: 127.0.0.0/8 or ::1.
    fileprivate var isLoopback: Bool {
        switch self {
        case .v4: ipAddress?.hasPrefix("127.") == true
        case .v6: ipAddress == "::1"
        case .unixDomainSocket: false
        }
    }
}

/// The reason why a text is not a ``ListenAddress``.
public struct InvalidListenAddress: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text, the reason and the remedy, without a full stop.
    public let description: String

    init(_ text: String, _ reason: String) { description = "'\(text)' \(reason)" }
}

/// The addresses on which a plugin serves HTTP.
///
/// A plugin carries the value for its ``ListeningSockets``, which thus remain when other keys change.
public struct ListenAddresses: Sendable, Equatable {
    /// The addresses.
    public var all: [ListenAddress]

    /// Creates a list of addresses.
    public init(_ all: [ListenAddress]) { self.all = all }
}

extension Settings {
    /// Reads the addresses on which a plugin serves HTTP.
    ///
    /// An invalid address is reported as an error of the configuration, and the default is returned.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - value: The default value.
    ///   - summary: One sentence that describes the purpose of the key.
    /// - Returns: The configured addresses; the default value when the key is not set or an address is invalid.
    public func listenAddresses(_ key: String, default value: ListenAddresses, _ summary: String) -> ListenAddresses {
        let texts = strings(key, default: value.all.map(\.description), summary)
        var addresses: [ListenAddress] = []
        if texts.isEmpty { reject(key, "the list is empty; expected at least one address") }
        for (index, text) in texts.enumerated() {
            do throws(InvalidListenAddress) {
                let address = try ListenAddress(text)
                if addresses.contains(address) {
                    reject(key, "'\(text)' is listed twice; remove one of them", element: index)
                    return value
                }
                addresses.append(address)
            } catch {
                reject(key, error.description, element: index)
                return value
            }
        }
        for address in addresses where !address.isFree { claim(key, address.description) }
        return ListenAddresses(addresses)
    }
}
