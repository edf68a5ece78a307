extension HTTPRequest {
    /// The URL, including the credential.
    var sentURL: String {
        guard case .parameter(let name, let value) = credential else { return url }
        return "\(url)\(url.contains("?") ? "&" : "?")\(name.percentEncoded)=\(value.percentEncoded)"
    }

    /// Returns the lines of the header section for libcurl, including the credential.
    ///
    /// - Throws: ``HTTPFailure`` when a name or a value has a character that would end the line or the name.
    func headerLines() throws(HTTPFailure) -> [String] {
        var headers = headers
        if case .bearer(let token) = credential { headers.append(("Authorization", "Bearer \(token)")) }
        var lines: [String] = []
        for (name, value) in headers {
            guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenCharacter),
                value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 })
            else { throw HTTPFailure(.noConnection, "the request has an invalid header") }
            // libcurl sends a header without a value only in this form (CURLOPT_HTTPHEADER(3)).
            lines.append(value.allSatisfy { $0 == " " || $0 == "\t" } ? "\(name);" : "\(name): \(value)")
        }
        // Without these lines, libcurl adds these headers to some requests.
        let names = Set(headers.map { $0.name.lowercased() })
        lines += ["accept", "content-type", "expect"].filter { !names.contains($0) }.map { "\($0):" }
        return lines
    }
}

extension UInt8 {
    /// Whether the name of a header may contain the character (RFC 9110, 5.6.2).
    fileprivate var isTokenCharacter: Bool {
        switch UnicodeScalar(self) {
        case "a"..."z", "A"..."Z", "0"..."9", "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~":
            true
        default: false
        }
    }
}
