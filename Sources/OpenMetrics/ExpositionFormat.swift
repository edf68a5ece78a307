/// A text format of metrics.
public enum ExpositionFormat: Sendable, Hashable, CaseIterable {
    /// OpenMetrics 1.0.
    case openMetrics
    /// The text format 0.0.4 of Prometheus, which every scraper reads.
    case prometheusText

    /// The header field `Content-Type` of a response.
    ///
    /// Prometheus 3 rejects a response with another type.
    public var contentType: String {
        switch self {
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        case .prometheusText: "text/plain; version=0.0.4; charset=utf-8"
        }
    }

    /// Selects the format of a response.
    ///
    /// - Parameter header: The header field `Accept` of the request (RFC 9110, 12.5.1); nil without one. OpenMetrics is selected
    ///   if the client names it in version 1.0.0, or without a version, and does not prefer the text format. A client that names
    ///   neither format, such as a browser, gets the text format.
    public init(accepting header: String?) {
        let ranges = (header ?? "").split(separator: ",").map(MediaRange.init)
        let openMetrics = ranges.filter(\.isOpenMetrics).map(\.quality).max() ?? 0
        let text = ranges.filter { $0.type == "text/plain" }.map(\.quality).max() ?? 0
        self = openMetrics > 0 && openMetrics >= text ? .openMetrics : .prometheusText
    }
}

/// An element of the header field `Accept`.
private struct MediaRange {
    /// The media type, in lower case.
    let type: String

    /// The weight, from 0 to 1.
    var quality = 1.0

    /// The parameter `version`, if any.
    var version: String?

    var isOpenMetrics: Bool {
        type == "application/openmetrics-text" && (version == nil || version == "1.0.0")
    }

    init(_ text: Substring) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
        type = parts[0].lowercased()
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1).map(\.trimmed)
            guard pair.count == 2 else { continue }
            switch pair[0].lowercased() {
            case "q": quality = Double(pair[1]) ?? 0
            case "version": version = String(pair[1].filter { $0 != "\"" })
            default: break
            }
        }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return start[...last]
    }
}
