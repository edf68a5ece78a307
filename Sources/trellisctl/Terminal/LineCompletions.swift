import CEditLine
import Dispatch
import Synchronization

/// Passes requests of the Tab key, on the thread that edits a line, to the task that finds completions.
final class LineCompletions: Sendable {
    /// A request for the completions of a line.
    final class Request: Sendable {
        /// The line up to the cursor.
        let text: String

        private let completion = Mutex<LineCompletion?>(nil)
        private let isAnswered = DispatchSemaphore(value: 0)

        fileprivate init(_ text: String) {
            self.text = text
        }

        /// Answers the request; nil means that there is no completion.
        func answer(_ completion: LineCompletion?) {
            self.completion.withLock { $0 = completion }
            isAnswered.signal()
        }

        /// Blocks the thread until the request is answered, or a time limit has passed.
        fileprivate func wait(seconds: Double) -> LineCompletion? {
            guard isAnswered.wait(timeout: .now() + seconds) == .success else { return nil }
            return completion.withLock { $0 }
        }
    }

    private struct State {
        var requests: AsyncStream<Request>.Continuation?
        /// The text that the last press of the Tab key left unchanged, so that the next press lists the candidates.
        var unchangedText: String?
    }

    private let limit: Double
    private let state = Mutex(State())

    /// Creates an object that does not accept requests yet.
    ///
    /// - Parameter limit: The maximum time in seconds for which a request blocks the thread.
    init(limit: Double) {
        self.limit = limit
    }

    /// Starts to accept requests.
    ///
    /// - Returns: The stream of requests, which ends with ``stop()``.
    func start() -> AsyncStream<Request> {
        let (stream, continuation) = AsyncStream.makeStream(of: Request.self)
        state.withLock { $0 = State(requests: continuation) }
        return stream
    }

    /// Ends the stream of requests.
    func stop() {
        state.withLock(\.requests)?.finish()
    }

    /// Completes a line: inserts the common prefix of the candidates, or lists them when the Tab key is pressed twice.
    ///
    /// - Parameters:
    ///   - text: The line up to the cursor.
    ///   - editor: The line editor, which calls this function on its thread.
    /// - Returns: Whether a text was inserted, or candidates were listed.
    func complete(_ text: String, in editor: OpaquePointer) -> Bool {
        let request = Request(text)
        let (requests, unchangedText) = state.withLock { ($0.requests, $0.unchangedText) }
        state.withLock { $0.unchangedText = nil }
        requests?.yield(request)
        guard let completion = request.wait(seconds: limit) else { return false }
        if let word = completion.insertion(in: text) {
            line_editor_replace(editor, CInt(text.suffix(completion.length).unicodeScalars.count), word)
            return true
        }
        guard unchangedText == text else {
            state.withLock { $0.unchangedText = text }
            return false
        }
        line_editor_list(editor, completion.listing(columns: Int(line_editor_columns(editor))))
        return true
    }
}
