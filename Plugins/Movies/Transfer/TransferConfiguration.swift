import Trellis
public import TrellisHTTP

/// How one server is reached.
public struct TransferConfiguration: Sendable, Hashable {
    /// What its requests go below.
    public var url: ServerURL

    /// What a request may take.
    public var limits: HTTPLimits

    /// Reads the configuration.
    ///
    /// - Parameters:
    ///   - settings: The section.
    ///   - url: The default of `url`.
    ///   - answerSize: The default of `answerSize`.
    init(from settings: Settings, url: ServerURL, answerSize: ByteCount) {
        self.url = settings.server(
            "url", default: url, "Where the server is: an https address, or an http address of this machine.")
        let timeout = settings.duration(
            "timeout", default: .seconds(10), in: .milliseconds(100) ... .seconds(60),
            "How long a request may take, with every attempt.")
        let attempts = settings.integer(
            "attempts", default: 3, in: 1...5, "How often a request is attempted, when the server is away or busy.")
        let answerSize = settings.bytes(
            "answerSize", default: answerSize, in: ByteCount(bytes: 1_024)...ByteCount(bytes: 64 << 20),
            "How many bytes an answer may have.")
        limits = HTTPLimits(timeout: timeout, attempts: attempts, answerSize: answerSize)
    }
}
