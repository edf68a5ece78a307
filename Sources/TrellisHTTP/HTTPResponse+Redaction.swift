import Foundation

extension HTTPResponse {
    /// Replaces each occurrence of a credential in the headers and the body with `(redacted)`.
    ///
    /// The credential is replaced in its verbatim form, in its percent-encoded form, and in the form with escaped
    /// slashes that JSON may contain. A credential of fewer than 8 bytes is not replaced, because it offers no
    /// protection and could match unrelated text.
    mutating func redact(_ credential: HTTPCredential) {
        let secret = credential.secret
        guard secret.utf8.count >= 8 else { return }
        for form in Set([secret, secret.percentEncoded, secret.replacingOccurrences(of: "/", with: #"\/"#)]) {
            for (name, value) in headers where value.contains(form) {
                headers[name] = value.replacingOccurrences(of: form, with: credential.description)
            }
            body = body.replacing(Array(form.utf8), with: Array(credential.description.utf8))
        }
    }
}

extension HTTPCredential {
    /// The token or the value of the parameter.
    fileprivate var secret: String {
        switch self {
        case .bearer(let token): token
        case .parameter(_, let value): value
        }
    }
}

extension [UInt8] {
    /// Returns the bytes with each occurrence of a subsequence replaced.
    fileprivate func replacing(_ text: [UInt8], with replacement: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var end = 0
        while let start = firstIndex(of: text, from: end) {
            result += self[end..<start] + replacement
            end = start + text.count
        }
        return end == 0 ? self : result + self[end...]
    }

    private func firstIndex(of text: [UInt8], from start: Int) -> Int? {
        var start = start
        while let found = self[start...].firstIndex(of: text[0]) {
            if self[found...].starts(with: text) { return found }
            start = found + 1
        }
        return nil
    }
}
