import AsyncHTTPClient
import NIOCore
import NIOHTTP1

extension HTTPClientRequest {
    /// Converts a request, including its credential, to a request of AsyncHTTPClient.
    init(_ request: HTTPRequest) {
        var url = request.url
        if case .parameter(let name, let value) = request.credential {
            url += "\(url.contains("?") ? "&" : "?")\(name.percentEncoded)=\(value.percentEncoded)"
        }
        self.init(url: url)
        method = HTTPMethod(rawValue: request.method.rawValue)
        for header in request.headers { headers.add(name: header.name, value: header.value) }
        if case .bearer(let token) = request.credential { headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let body = request.body { self.body = .bytes(ByteBuffer(bytes: body)) }
    }
}
