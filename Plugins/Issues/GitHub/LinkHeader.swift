import Foundation

/// The `Link` header of a page of a listing (RFC 8288; docs.github.com, "Using pagination in the REST API").
enum LinkHeader {
    /// Returns the URL of the next page.
    ///
    /// - Parameter header: The header, such as `<https://api.github.com/…?page=2>; rel="next", <…>; rel="last"`.
    /// - Returns: The URL; nil when the header has no link to a next page.
    static func next(in header: String?) -> String? {
        guard let header else { return nil }
        var rest = header[...]
        // A URL may contain commas and semicolons, so the header is split at the angle brackets.
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            let url = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            let parameters = rest.prefix { $0 != "<" }
            let isNext = parameters.split(whereSeparator: { ";,".contains($0) }).contains { parameter in
                let parts = parameter.split(separator: "=", maxSplits: 1).map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                guard parts.count == 2, parts[0].lowercased() == "rel" else { return false }
                return parts[1].trimmingCharacters(in: ["\""]).lowercased().split(separator: " ").contains("next")
            }
            if isNext { return String(url) }
        }
        return nil
    }
}
