/// Where a Varlink service listens: a Unix stream socket.
///
/// Other transports are not supported.
public enum VarlinkAddress: Hashable, Sendable {
    /// A socket in the file system, by its path, absolute or relative to the working directory.
    case path(String)
    /// A socket in the abstract namespace of Linux, by its name without the `@` that it is written with (unix(7)).
    case abstract(String)

    /// Parses an address, as UAPI.20 ("Service Addresses") and varlinkctl write it.
    ///
    /// `unix:/run/trellis/io.trellis`, `unix:@name`, a path as it is, or `@name`. In an address with a scheme,
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
    /// How many bytes the path or the name has.
    var length: Int {
        switch self {
        case .path(let text), .abstract(let text): text.utf8.count
        }
    }
}

extension VarlinkAddress: CustomStringConvertible {
    /// The address with its scheme, such as `unix:/run/trellis/io.trellis`.
    public var description: String {
        switch self {
        case .path(let path): "unix:" + path
        case .abstract(let name): "unix:@" + name
        }
    }
}

/// A text that is not the address of a Unix socket.
public enum VarlinkAddressError: Error, Hashable, Sendable {
    /// There is no path and no name.
    case empty(address: String)
    /// A transport that is not supported, such as `tcp`.
    case unsupportedScheme(String, address: String)
    /// A path or a name with the character U+0000.
    case nulCharacter(address: String)
}

extension VarlinkAddressError: CustomStringConvertible {
    /// What is wrong, and how addresses are written.
    public var description: String {
        switch self {
        case .empty(let address):
            "The address '\(address)' names no socket. \(Self.help)"
        case .unsupportedScheme(let scheme, let address):
            "The address '\(address)' has the scheme '\(scheme)', which is not supported. \(Self.help)"
        case .nulCharacter:
            "The address has the character U+0000 in it. \(Self.help)"
        }
    }

    private static let help = "Write a path, 'unix:PATH', or 'unix:@NAME' for an abstract socket."
}
