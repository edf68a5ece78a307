import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Trellis

/// Sends requests by AsyncHTTPClient.
final class AsyncHTTPTransport: HTTPTransport, Closable {
    /// The largest answer that is taken, in bytes: a page of issues whose texts are as long as GitHub lets them be has
    /// less.
    ///
    /// Nothing asks for compressed answers, so that what comes over the network is what it takes in memory.
    static let maximumBody = 32 << 20

    private let client: HTTPClient

    init(configuration: IssuesConfiguration) {
        var settings = HTTPClient.Configuration()
        // Redirects are answers here: who follows them has to know where the token may go.
        settings.redirectConfiguration = .disallow
        settings.timeout.connect = TimeAmount(configuration.timeout)
        // The one who sends the request decides whether it is tried again.
        settings.connectionPool.retryConnectionEstablishment = false
        // Shorter than servers keep idle connections, so that a request that can't be repeated does not meet one that
        // closes.
        settings.connectionPool.idleTimeout = .seconds(10)
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
    }

    /// Closes the connections.
    ///
    /// What is under way fails.
    ///
    /// - Throws: What keeps them from being closed.
    func close() async throws {
        try await client.shutdown()
    }

    func exchange(_ request: HTTPRequest, within limit: Duration) async throws -> HTTPResponse {
        try await withThrowingTaskGroup(of: HTTPResponse?.self) { group in
            group.addTask { try await self.send(request, within: limit) }
            group.addTask {
                // The machine's clock, whatever clock the plugin was granted: the network goes by no other. Cancelled
                // when the answer has come first.
                try? await ContinuousClock().sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            if let response = first { return response }
            try Task.checkCancellation()
            throw TransportFailure(
                reason: "there was no whole answer in time", mayHaveArrived: true)
        }
    }

    private func send(_ request: HTTPRequest, within limit: Duration) async throws -> HTTPResponse {
        do {
            let response = try await client.execute(HTTPClientRequest(request), deadline: .now() + TimeAmount(limit))
            let body = try await response.body.collect(upTo: Self.maximumBody)
            var headers: [String: String] = [:]
            for header in response.headers {
                headers[header.name.lowercased(), default: ""] += headers[header.name.lowercased()] == nil ? "" : ", "
                headers[header.name.lowercased(), default: ""] += header.value
            }
            return HTTPResponse(
                status: Int(response.status.code), headers: headers, body: Array(body.readableBytesView))
        } catch {
            try Task.checkCancellation()
            throw TransportFailure(error, of: request.url)
        }
    }
}

extension HTTPClientRequest {
    fileprivate init(_ request: HTTPRequest) {
        self.init(url: request.url)
        method = HTTPMethod(rawValue: request.method.rawValue)
        for header in request.headers { headers.add(name: header.name, value: header.value) }
        if let token = request.token { headers.add(name: "Authorization", value: token.authorization) }
        if let body = request.body { self.body = .bytes(ByteBuffer(bytes: body)) }
    }
}
