import Trellis
public import TrellisHTTP

/// The URL of a server and the limits of requests to it.
public struct TransferConfiguration: Sendable, Hashable {
    /// The URL below which requests are sent.
    public var url: ServerURL

    /// The limits of a request.
    public var limits: HTTPLimits

    /// Reads the configuration.
    ///
    /// - Parameters:
    ///   - settings: The section of the server, such as `tmdb.api`.
    ///   - url: The default of `url`.
    ///   - answerSize: The default of `answerSize`.
    init(from settings: Settings, url: ServerURL, answerSize: ByteCount) {
        self.url = settings.server(
            "url", default: url, "The URL of the server: https, or http on the loopback interface.")
        let timeout = settings.duration(
            "timeout", default: .seconds(10), in: .milliseconds(100) ... .seconds(60),
            "The timeout of a request, including all attempts.")
        let attempts = settings.integer(
            "attempts", default: 3, in: 1...5,
            "The maximum number of attempts of a request while the server is unavailable or busy.")
        let answerSize = settings.bytes(
            "answerSize", default: answerSize, in: ByteCount(bytes: 1_024)...ByteCount(bytes: 64 << 20),
            "The maximum size of a response.")
        limits = HTTPLimits(timeout: timeout, attempts: attempts, responseSize: answerSize)
    }
}
