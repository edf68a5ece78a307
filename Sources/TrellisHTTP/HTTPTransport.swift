import CCurl
import Foundation
import LogSupport
import Synchronization
import Trellis

/// Sends requests with libcurl.
///
/// One thread has a multi handle (libcurl-multi(3)) and is the only one that uses libcurl, except for
/// curl_multi_wakeup(3). The first request starts the thread. When there has been no request for a while, the thread
/// closes the open connections and ends.
final class HTTPTransport: Sendable {
    /// The default of ``idleTime``.
    ///
    /// It is shorter than the idle timeout of servers, so that a request is not sent on a connection that the server is
    /// closing.
    static let idleTime = Duration.seconds(10)

    /// A multi handle that other threads may wake up.
    ///
    /// Sendable, because curl_multi_wakeup(3) is thread-safe, and no other thread than the one of the handle calls
    /// another function with it. The handle is valid while it is in the state: the thread removes it before it frees
    /// the handle.
    private struct Wakeable: @unchecked Sendable {
        let multi: UnsafeMutableRawPointer
    }

    private struct State {
        var added: [HTTPTransfer.Start] = []
        var isRunning = false
        var isClosed = false
        var wakeable: Wakeable?
        var closing: [CheckedContinuation<Void, Never>] = []

        // The lock of the state keeps the handle valid. The call writes a few bytes and does not block.
        func wakeUp() {
            if let wakeable { curl_multi_wakeup(wakeable.multi) }
        }
    }

    private let authorities: String?
    private let idleTime: Duration
    private let state = Mutex(State())

    /// Creates a transport without a thread.
    ///
    /// - Parameters:
    ///   - authorities: The file with the certificates of the authorities to trust; nil for those of the system.
    ///   - idleTime: The duration without a request after which the connections are closed.
    init(trusting authorities: String?, idleTime: Duration) {
        self.authorities = authorities
        self.idleTime = idleTime
    }

    /// Sends a request and receives the response.
    ///
    /// - Throws: ``HTTPFailure``; `CancellationError` when the task is cancelled; the error of ``interrupt(_:with:)``.
    func response(of transfer: HTTPTransfer) async throws -> HTTPResponse {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { add(HTTPTransfer.Start(transfer: transfer, continuation: $0)) }
        } onCancel: {
            interrupt([transfer], with: CancellationError())
        }
    }

    /// Ends requests with an error, and closes their connections.
    ///
    /// A request that has not started yet ends when it starts. A finished request is not affected.
    func interrupt(_ transfers: [HTTPTransfer], with error: any Error) {
        for transfer in transfers { transfer.interruption.withLock { $0 = $0 ?? error } }
        state.withLock { $0.wakeUp() }
    }

    /// Fails all requests, and waits until the thread has closed the connections.
    func close() async {
        await withCheckedContinuation { continuation in
            let isRunning = state.withLock { state in
                state.isClosed = true
                if state.isRunning { state.closing.append(continuation) }
                state.wakeUp()
                return state.isRunning
            }
            if !isRunning { continuation.resume() }
        }
    }

    private func add(_ start: HTTPTransfer.Start) {
        let (isClosed, isFirst) = state.withLock { state in
            if state.isClosed { return (true, false) }
            state.added.append(start)
            state.wakeUp()
            defer { state.isRunning = true }
            return (false, !state.isRunning)
        }
        if isClosed { start.continuation.resume(throwing: HTTPFailure.closed) }
        guard isFirst, !startThread(named: "http", { self.run() }) else { return }
        let failed = state.withLock { state in
            defer { (state.added, state.isRunning) = ([], false) }
            return state.added
        }
        let failure = HTTPFailure(.noConnection, "the process has reached its limit of threads")
        for start in failed { start.continuation.resume(throwing: failure) }
        resumeClosing()
    }

    private func run() {
        let transfers = HTTPTransfers(trusting: authorities)
        let wakeable = Wakeable(multi: transfers.multi)
        state.withLock { $0.wakeable = wakeable }
        var idleEnd = ContinuousClock.now + idleTime
        while true {
            // Nil when the thread ends.
            let next: (added: [HTTPTransfer.Start], isClosed: Bool)? = state.withLock { state in
                if transfers.isEmpty, state.added.isEmpty, state.isClosed || ContinuousClock.now >= idleEnd {
                    (state.wakeable, state.isRunning) = (nil, false)
                    return nil
                }
                defer { state.added = [] }
                return (state.added, state.isClosed)
            }
            guard let next else { break }
            for start in next.added { transfers.add(start) }
            transfers.perform(isClosed: next.isClosed)
            if !transfers.isEmpty { idleEnd = ContinuousClock.now + idleTime }
            if !next.isClosed { transfers.wait(until: idleEnd) }
        }
        transfers.close()
        resumeClosing()
    }

    private func resumeClosing() {
        let closing = state.withLock { state in
            defer { state.closing = [] }
            return state.closing
        }
        for continuation in closing { continuation.resume() }
    }
}

/// The requests in progress, which belong to the thread of a transport.
private final class HTTPTransfers {
    let multi: UnsafeMutableRawPointer
    private let authorities: String?
    private var exchanges: [UnsafeMutableRawPointer: HTTPExchange] = [:]

    init(trusting authorities: String?) {
        self.authorities = authorities
        guard let multi = curl_multi_init() else { preconditionFailure("out of memory") }
        self.multi = multi
    }

    var isEmpty: Bool { exchanges.isEmpty }

    func add(_ start: HTTPTransfer.Start) {
        do {
            let exchange = try HTTPExchange(start, trusting: authorities)
            try exchange.check(curl_multi_add_handle(multi, exchange.easy) == CURLM_OK ? CURLE_OK : CURLE_FAILED_INIT)
            exchanges[exchange.easy] = exchange
        } catch {
            start.continuation.resume(throwing: error)
        }
    }

    /// Sends and receives without blocking, and ends the finished and the interrupted requests.
    ///
    /// - Parameter isClosed: Whether all requests end.
    func perform(isClosed: Bool) {
        for exchange in exchanges.values {
            let interruption = exchange.start.transfer.interruption.withLock(\.self)
            if let error = isClosed ? HTTPFailure.closed : interruption { end(exchange, .failure(error)) }
        }
        var count: Int32 = 0
        curl_multi_perform(multi, &count)
        var result = CURLE_OK
        while let easy = ccurl_finished(multi, &result) {
            if let exchange = exchanges[easy] { end(exchange, exchange.outcome(of: result)) }
        }
    }

    /// Waits until a socket is ready, a timeout of libcurl has elapsed, another thread wakes this one up, or a time.
    func wait(until end: ContinuousClock.Instant) {
        let rest = max(.zero, end - ContinuousClock.now)
        curl_multi_poll(multi, nil, 0, Int32(rest / .milliseconds(1)) + 1, nil)
    }

    func close() { curl_multi_cleanup(multi) }

    private func end(_ exchange: HTTPExchange, _ outcome: Result<HTTPResponse, any Error>) {
        curl_multi_remove_handle(multi, exchange.easy)
        exchanges[exchange.easy] = nil
        exchange.start.continuation.resume(with: outcome)
    }
}

/// A request in progress and the received part of its response.
///
/// The callbacks of libcurl receive the exchange as an unretained pointer. libcurl calls them only in
/// curl_multi_perform(3), while the easy handle belongs to the multi handle, and `HTTPTransfers` retains the exchange
/// for as long.
private final class HTTPExchange {
    /// The maximum number of bytes of all header sections of a response.
    private static let headSize = 81_920

    let start: HTTPTransfer.Start
    let easy: UnsafeMutableRawPointer
    private let detail = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var lines: UnsafeMutablePointer<curl_slist>?
    private var body: [UInt8] = []
    private var headSize = 0
    private var isHeadComplete = false
    private var isSent = false
    private var refusal: HTTPFailure?

    init(_ start: HTTPTransfer.Start, trusting authorities: String?) throws {
        guard let easy = curl_easy_init() else { preconditionFailure("out of memory") }
        (self.start, self.easy) = (start, easy)
        detail.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try configure(trusting: authorities)
        try configure(start.transfer.request)
    }

    deinit {
        curl_easy_cleanup(easy)
        // The handle has used both until here.
        curl_slist_free_all(lines)
        detail.deallocate()
    }

    /// Fails with the description of a result that is not a success, before the request is sent.
    func check(_ result: CURLcode) throws {
        if result != CURLE_OK { throw HTTPFailure(.noConnection, "cannot send the request: \(result.text)") }
    }

    private func configure(trusting authorities: String?) throws {
        let limits = start.transfer.limits
        let timeout = min(max(limits.timeout, .milliseconds(1)), .seconds(60))
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1),
            // A thread of libcurl waits for the reply of a name server. Without this option, cancelling a request waits for it.
            (CURLOPT_QUICK_EXIT, 1),
            (CURLOPT_CONNECTTIMEOUT_MS, Int(timeout / .milliseconds(1))),
            (CURLOPT_MAXAGE_CONN, Int(HTTPTransport.idleTime / .seconds(1))),
            // A connection serves one request at a time, so that its failure affects only this request.
            (CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1),
            (CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2),
            (CURLOPT_PATH_AS_IS, 1),
            (CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
        ]
        for (option, value) in numbers { try check(ccurl_set_number(easy, option, value)) }
        if let authorities {
            try check(ccurl_set_string(easy, CURLOPT_CAINFO, authorities))
            // Otherwise, libcurl also trusts the folder with the authorities of the system.
            try check(ccurl_set_string(easy, CURLOPT_CAPATH, nil))
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        // The second parameter of a receiver, the size of an item, is always 1.
        let results = [
            ccurl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https"),
            // Without this option, libcurl reads the proxy from the environment.
            ccurl_set_string(easy, CURLOPT_PROXY, ""),
            ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, detail),
            ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context),
            ccurl_set_receiver(easy, CURLOPT_WRITEFUNCTION) {
                HTTPExchange.of($3).receiveBody(.init(start: $0, count: $2))
            },
            ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context),
            ccurl_set_receiver(easy, CURLOPT_HEADERFUNCTION) {
                HTTPExchange.of($3).receiveHead(.init(start: $0, count: $2))
            },
            ccurl_set_pointer(easy, CURLOPT_PREREQDATA, context),
            ccurl_set_prerequest(easy) { context, _, _, _, _ in HTTPExchange.of(context).send() },
            ccurl_set_opener(easy) { _, _, address in
                guard let address = address?.pointee else { return -1 }
                return socket(address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
            },
        ]
        for result in results { try check(result) }
    }

    private func configure(_ request: HTTPRequest) throws {
        for line in try request.headerLines() {
            guard let longer = curl_slist_append(lines, line) else { preconditionFailure("out of memory") }
            lines = longer
        }
        try check(ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, lines))
        try check(ccurl_set_string(easy, CURLOPT_URL, request.sentURL))
        // Requests of these methods have a Content-Length, also without a body (RFC 9110, 8.6).
        if let body = request.body ?? ([.post, .put, .patch].contains(request.method) ? [] : nil) {
            try check(ccurl_set_number(easy, CURLOPT_POST, 1))
            try check(ccurl_set_body(easy, body, body.count))
        }
        try check(ccurl_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue))
    }

    /// The exchange that a callback received.
    private static func of(_ context: UnsafeMutableRawPointer?) -> HTTPExchange {
        guard let context else { preconditionFailure("the context of each callback is an exchange") }
        return Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
    }

    /// Allows libcurl to send the request once.
    ///
    /// When an open connection closes before the first byte of the response, libcurl sends the request again on another
    /// connection, whatever its method. The server may have processed it, so only ``HTTPService`` decides on a retry.
    private func send() -> Int32 {
        defer { isSent = true }
        return isSent ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK
    }

    /// Accepts a line of a header section; another result than the number of bytes ends the request.
    private func receiveHead(_ line: UnsafeRawBufferPointer) -> Int {
        headSize += line.count
        // Interim responses (1xx) precede the response. An empty line ends each header section.
        if line.starts(with: "HTTP/".utf8) { isHeadComplete = false }
        if line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8) { isHeadComplete = true }
        if headSize <= Self.headSize { return line.count }
        refusal = HTTPFailure(.responseTooLarge, "the headers of the response exceed \(Self.headSize) bytes")
        return -1
    }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        let limit = start.transfer.limits.responseSize.bytes
        guard body.count + bytes.count <= limit else {
            refusal = HTTPFailure(.responseTooLarge, "the response exceeds \(limit) bytes")
            return -1
        }
        body += bytes
        return bytes.count
    }

    /// Returns the response of a finished request, or its failure.
    func outcome(of result: CURLcode) -> Result<HTTPResponse, any Error> {
        let status = ccurl_number(easy, CURLINFO_RESPONSE_CODE)
        if result == CURLE_OK, isHeadComplete, status >= 200 {
            return .success(HTTPResponse(status: status, headers: headers, body: body))
        }
        let errno = CInt(truncatingIfNeeded: ccurl_number(easy, CURLINFO_OS_ERRNO))
        let failure = HTTPFailure(
            result, String(cString: detail), Errno(rawValue: errno), wasSent: isSent, of: start.transfer.request.url)
        return .failure(refusal ?? failure)
    }

    /// The headers of the response, without those of interim responses and trailers.
    private var headers: [String: String] {
        var headers: [String: String] = [:]
        var header: UnsafeMutablePointer<curl_header>?
        while true {
            header = curl_easy_nextheader(easy, UInt32(CURLH_HEADER), -1, header)
            guard let header = header?.pointee else { return headers }
            let (name, value) = (String(cString: header.name).lowercased(), String(cString: header.value))
            headers[name] = headers[name].map { "\($0), \(value)" } ?? value
        }
    }
}
