import HTTPTypes
import HummingbirdCore
import OpenMetrics
import TrellisWeb

/// The pages `/metrics`, `/livez` and `/readyz`.
struct MetricsSite: Sendable {
    private let source: any ExpositionSource

    init(source: any ExpositionSource) {
        self.source = source
    }

    /// Answers a request.
    func response(to request: Request) -> Response {
        let respond: (Request) -> Response
        switch request.uri.path {
        case "/metrics": respond = metrics
        case "/livez": respond = { _ in Response(status: .ok, text: "ok\n") }
        case "/readyz": respond = { Readiness(of: source).response(to: $0) }
        default:
            return Response(
                status: .notFound, text: "The metrics are at /metrics, and the probes at /livez and /readyz.\n")
        }
        guard [.get, .head].contains(request.method) else {
            var response = Response(status: .methodNotAllowed, text: "This page is read with GET.\n")
            response.headers[.allow] = "GET, HEAD"
            return response
        }
        return respond(request)
    }

    /// Answers with the metrics.
    ///
    /// The format is selected by the header field `Accept`: OpenMetrics 1.0 if the client names it, otherwise the text
    /// format 0.0.4 of Prometheus.
    private func metrics(_ request: Request) -> Response {
        // The values of a repeated field are one list.
        let accept = request.headers[values: .accept].joined(separator: ",")
        let format = ExpositionFormat(accepting: accept)
        var response = Response(status: .ok, contentType: format.contentType, text: source.exposition(as: format))
        response.headers[.vary] = "Accept"
        return response
    }
}
