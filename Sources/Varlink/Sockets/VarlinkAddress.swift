/// The address of a Varlink service: a Unix stream socket.
public enum VarlinkAddress: Hashable, Sendable {
    /// A socket file, by its absolute or relative path.
    case path(String)
    /// A socket in the abstract namespace of Linux, by its name without the leading `@` (unix(7)).
    case abstract(String)
    /// A service behind a socket that is connected already, such as the standard input and output of ssh(1), by the name
    /// that messages use.
    ///
    /// The library cannot connect to such an address, or listen on it.
    case connected(String)

    /// Parses an address in the syntax of UAPI.20 ("Service Addresses") and varlinkctl.
    ///
    /// Accepts `unix:/run/trellis/io.trellis`, `unix:@name`, a path, or `@name`. In an address with a scheme,
    /// properties after a `;` are ignored.
    ///
    /// - Throws: ``VarlinkAddressError``.
    public init(parsing text: String) throws(VarlinkAddressError) {
        var location = text[...]
        if let colon = text.firstIndex(where: { $0 == ":" || $0 == "/" }), text[colon] == ":", !text.hasPrefix("@") {
            let scheme = text[..<colon]
            guard scheme == "unix" else { throw .unsupportedScheme(String(scheme), address: text) }
            location = text[text.index(after: colon)...].prefix { $0 != ";" }
        }
        if location.utf8.contains(0) { throw .nulCharacter(address: text) }
        let isAbstract = location.hasPrefix("@")
        if isAbstract { location = location.dropFirst() }
        if location.isEmpty { throw .empty(address: text) }
        self = isAbstract ? .abstract(String(location)) : .path(String(location))
    }
}

extension VarlinkAddress {
    /// The maximum number of bytes of the path of a socket (unix(7)).
    public static let maximumPathLength = UnixSocketAddress.maximumLength

    /// The length of the path or the name in bytes.
    var length: Int {
        switch self {
        case .path(let text), .abstract(let text), .connected(let text): text.utf8.count
        }
    }
}

extension VarlinkAddress: CustomStringConvertible {
    /// The address with its scheme, such as `unix:/run/trellis/io.trellis`, or the name of a connected service.
    public var description: String {
        switch self {
        case .path(let path): "unix:" + path
        case .abstract(let name): "unix:@" + name
        case .connected(let name): name
        }
    }
}

/// A string that is not the address of a Unix socket.
public enum VarlinkAddressError: Error, Hashable, Sendable {
    /// The path or the name is empty.
    case empty(address: String)
    /// An unsupported transport, such as `tcp`.
    case unsupportedScheme(String, address: String)
    /// The path or the name contains the character U+0000.
    case nulCharacter(address: String)
}

extension VarlinkAddressError: CustomStringConvertible {
    /// A sentence that describes the error and the syntax.
    public var description: String {
        switch self {
        case .empty(let address):
            "The address '\(address)' is empty. \(Self.help)"
        case .unsupportedScheme(let scheme, let address):
            "The address '\(address)' has the unsupported scheme '\(scheme)'. \(Self.help)"
        case .nulCharacter:
            "The address contains the character U+0000. \(Self.help)"
        }
    }

    private static let help = "Write a path, 'unix:PATH', or 'unix:@NAME' for an abstract socket."
}
