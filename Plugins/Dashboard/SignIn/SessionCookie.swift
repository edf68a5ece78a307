import HTTPTypes
import TrellisWeb

/// The cookie that identifies the session of a browser.
///
/// A browser sends the cookies of a host to all its ports. The name therefore contains the port.
struct SessionCookie: Sendable {
    private let name: String

    /// Creates the cookie of a server.
    init(of sockets: ListeningSockets) {
        let ports = sockets.addresses.compactMap { if case .loopback(_, let port) = $0 { port } else { nil } }
        name = "trellis-\(ports.first ?? 0)"
    }

    /// Returns the value of the header field that sets the cookie.
    func setting(_ value: String, for lifetime: Duration) -> String {
        "\(name)=\(value); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(lifetime.components.seconds)"
    }

    /// Returns the value of the cookie in the header fields of a request; nil if there is none.
    func value(in fields: HTTPFields) -> Substring? {
        for field in fields[values: .cookie] {
            for pair in field.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                if pair.hasPrefix(name + "=") { return pair.dropFirst(name.utf8.count + 1) }
            }
        }
        return nil
    }
}
