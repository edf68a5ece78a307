import HTTPTypes
import HummingbirdCore
import OpenMetrics
import TrellisWeb

/// The page `/metrics`.
struct MetricsPage: Sendable {
    private let source: any ExpositionSource

    init(source: any ExpositionSource) {
        self.source = source
    }

    /// Answers a request.
    ///
    /// The format is selected by the header field `Accept`: OpenMetrics 1.0 if the client names it, otherwise the text
    /// format 0.0.4 of Prometheus.
    func response(to request: Request) -> Response {
        guard request.uri.path == "/metrics" else {
            return Response(status: .notFound, text: "The metrics are at /metrics.\n")
        }
        guard [.get, .head].contains(request.method) else {
            var response = Response(status: .methodNotAllowed, text: "The metrics are read with GET.\n")
            response.headers[.allow] = "GET, HEAD"
            return response
        }
        // The values of a repeated field are one list.
        let accept = request.headers[values: .accept].joined(separator: ",")
        let format = ExpositionFormat(accepting: accept)
        var response = Response(status: .ok, contentType: format.contentType, text: source.exposition(as: format))
        response.headers[.vary] = "Accept"
        return response
    }
}
