import Varlink

/// Follows a stream across lost connections.
///
/// A stream can be resumed if its method has an optional parameter `since`, and its replies have a field `revision` of
/// the same type: the last revision is passed as `since`. Any other stream restarts. A message on standard error
/// reports either case.
struct StreamFollower: Sendable {
    private let method: PluginMethod
    private let parameters: JSONObject
    private let session: Session
    private let isResumable: Bool

    /// Prepares to follow a stream.
    ///
    /// - Parameters:
    ///   - method: The method that streams.
    ///   - parameters: The parameters of the call.
    ///   - session: The connection to the daemon.
    init(_ method: PluginMethod, _ parameters: JSONObject, in session: Session) {
        self.method = method
        self.parameters = parameters
        self.session = session
        self.isResumable = Self.isResumable(method.method)
    }

    /// Whether the streams of a method can be resumed.
    static func isResumable(_ method: InterfaceDescription.Method) -> Bool {
        guard let since = method.parameters.first(where: { $0.name == "since" }),
            let revision = method.reply.first(where: { $0.name == "revision" }),
            case .nullable(let type) = since.type
        else { return false }
        if case .nullable(type) = revision.type { return true }
        return revision.type == type
    }

    /// Receives the replies until the stream ends.
    ///
    /// - Parameters:
    ///   - first: The connection of the first call.
    ///   - take: Receives each reply.
    /// - Throws: The error of the stream, unless the connection is lost or the stream can be resumed; ``CommandFailure`` when
    ///   the daemon cannot be reached for a permanent reason; the error of `take`.
    func run(from first: VarlinkConnection, take: (JSONObject) async throws -> Void) async throws {
        var connection = first
        var (revision, interrupted): (JSONValue?, JSONValue?)
        var reconnection = Reconnection(to: method.interface.name, in: session)
        while true {
            var hasReply = false
            var parameters = parameters
            if let revision { parameters["since"] = revision }
            do {
                for try await reply in connection.stream(method.qualifiedName, parameters) {
                    hasReply = true
                    reconnection.reset()
                    if isResumable, let last = reply["revision"], last != .null { revision = last }
                    try await take(reply)
                }
                return
            } catch  where revision != nil && !hasReply && isRejection(error) {
                Reconnection.report(
                    "\(CommandFailure(call: error, of: method.interface).sentence): the stream restarts")
                revision = nil
            } catch  where revision != nil && revision != interrupted && isRejection(error) {
                // A stream that ends twice at the same revision cannot continue.
                interrupted = revision
                Reconnection.report(
                    "the stream ended: \(CommandFailure(call: error, of: method.interface).sentence); resuming")
            } catch  where Reconnection.isLoss(error) {
                Reconnection.report(
                    "the stream ended: \(CommandFailure(call: error).sentence); reconnecting"
                        + (isResumable ? "" : "; the stream restarts, because its replies have no revision"))
                connection = try await reconnection.connect()
                if let revision {
                    Reconnection.report("connected again; the stream continues after revision \(revision)")
                }
            }
        }
    }

    /// Whether the method rejected the revision with an error.
    private func isRejection(_ error: any Error) -> Bool {
        (error as? RemoteError)?.name.hasPrefix(method.interface.name + ".") ?? false
    }
}
