/// The hosts under which a server on the loopback interface answers.
enum LoopbackHost {
    /// Whether a request has the name or an address of the loopback interface as its host.
    ///
    /// A page of another host that resolves to 127.0.0.1 sends its own name.
    ///
    /// - Parameter authority: The host of the request, with or without a port; nil if it is missing.
    /// - Returns: Whether the host is `localhost` or a loopback address.
    static func isValid(_ authority: String?) -> Bool {
        guard let authority else { return false }
        var host = Substring(authority.lowercased())
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            guard isPort(host[host.index(after: end)...]) else { return false }
            return host[...end] == "[::1]"
        }
        if let colon = host.firstIndex(of: ":") {
            guard isPort(host[colon...]) else { return false }
            host = host[..<colon]
        }
        if host == "localhost" { return true }
        let bytes = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return bytes.count == 4 && bytes[0] == 127 && !bytes.contains(nil)
    }

    /// Whether a text is empty or a colon and a port.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (text.first == ":" && UInt16(text.dropFirst()) != nil)
    }
}
