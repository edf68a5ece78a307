import CommandModel

/// Another host, as ssh(1) names it: `[USER@]NAME[:PORT]`.
struct RemoteHost: Hashable, Sendable {
    /// The user who logs in; nil for the one of ssh's configuration.
    let user: String?

    /// The name of the host or of an entry of ssh's configuration, or an IP address.
    let name: String

    /// The port; nil for the one of ssh's configuration.
    let port: UInt16?

    /// Parses a host.
    ///
    /// An IPv6 address is given alone, or in brackets before a port: `::1`, `[::1]:22`.
    ///
    /// - Parameter text: The host as written.
    /// - Throws: `CommandLineError` when ssh would read the text as an option, or the text has characters that neither
    ///   names of hosts nor names of users have.
    init(parsing text: String) throws(CommandLineError) {
        var rest = text[...]
        if let at = rest.lastIndex(of: "@") {
            user = String(rest[..<at])
            rest = rest[rest.index(after: at)...]
        } else {
            user = nil
        }
        var port: Substring?
        if rest.first == "[", let bracket = rest.lastIndex(of: "]") {
            let end = rest[rest.index(after: bracket)...]
            rest = rest[rest.index(after: rest.startIndex)..<bracket]
            port = end.isEmpty ? nil : end.first == ":" ? end.dropFirst() : ""
        } else if rest.count(where: { $0 == ":" }) == 1, let colon = rest.firstIndex(of: ":") {
            port = rest[rest.index(after: colon)...]
            rest = rest[..<colon]
        }
        name = String(rest)
        self.port = port.flatMap { UInt16($0) }
        // Options of ssh can run programs (ProxyCommand), and `%` and shell characters have a meaning in its configuration.
        guard !text.hasPrefix("-"), Self.isName(name), user.map(Self.isUser) ?? true,
            port == nil || self.port ?? 0 > 0
        else {
            throw .invalidValue(text, for: "--host", expected: "[USER@]NAME[:PORT] with the name of a host")
        }
    }

    /// Parses the values of `--host`, each of which has one host or several that are separated by commas.
    ///
    /// - Throws: `CommandLineError` when a host is invalid, or given twice.
    static func list(_ texts: [String]) throws(CommandLineError) -> [RemoteHost] {
        var hosts: [RemoteHost] = []
        for text in texts {
            for name in text.split(separator: ",", omittingEmptySubsequences: false) {
                let host = try RemoteHost(parsing: String(name))
                guard !hosts.contains(host) else {
                    throw CommandLineError(
                        .conflict, "--host names \(host) twice", advice: "The command runs once on each host.")
                }
                hosts.append(host)
            }
        }
        return hosts
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: "-") else { return false }
        return text.utf8.allSatisfy { isLetterOrDigit($0) || ".-_:%".utf8.contains($0) }
    }

    private static func isUser(_ text: String) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: "-") else { return false }
        return text.utf8.allSatisfy { isLetterOrDigit($0) || ".-_+@$\\".utf8.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

extension RemoteHost: CustomStringConvertible {
    /// The host as written on the command line.
    var description: String {
        guard let port else { return login }
        return (user.map { "\($0)@" } ?? "") + (name.contains(":" as Character) ? "[\(name)]" : name) + ":\(port)"
    }

    /// The host without its port, as an argument of ssh.
    var login: String { (user.map { "\($0)@" } ?? "") + name }

    /// The command line of ssh to the host, for messages.
    var ssh: String { "ssh \(port.map { "-p \($0) " } ?? "")\(login)" }
}
