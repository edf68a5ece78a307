import Trellis

@testable import Issues

/// Sends requests as the plugin does, and has no patience with a server that does not answer: what would take the whole
/// time limit is over at once.
final class ImpatientTransport: HTTPTransport, Closable {
    private let transport: AsyncHTTPTransport
    private let stall: Signal

    init(configuration: IssuesConfiguration, stall: Signal) {
        transport = AsyncHTTPTransport(configuration: configuration)
        self.stall = stall
    }

    func exchange(_ request: HTTPRequest, within limit: Duration) async throws -> HTTPResponse {
        let count = stall.count
        return try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await self.transport.exchange(request, within: limit) }
            group.addTask {
                try await self.stall.wait(beyond: count)
                throw TransportFailure(reason: "there was no whole answer in time", mayHaveArrived: true)
            }
            guard let response = try await group.next() else { throw CancellationError() }
            return response
        }
    }

    func close() async throws { try await transport.close() }
}
