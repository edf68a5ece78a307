import CEditLine
import Dispatch
import Glibc

/// Reads lines from the terminal on standard input, with libedit.
///
/// libedit waits for keys in a blocking call, so each line is read on a dedicated thread. The prompt and the line are
/// written to standard error, because standard output is only for the output of commands. Only one editor can exist.
final class LineEditor {
    private let editor: OpaquePointer
    private let completions: LineCompletions
    /// A serial queue, whose thread the library may block.
    private let queue = DispatchQueue(label: "io.trellis.editor")

    /// The result of reading a line.
    enum Answer: Equatable, Sendable {
        /// The user entered a line.
        case line(String)

        /// The user discarded the line with Ctrl-C.
        case interrupted

        /// The input has ended.
        case end
    }

    /// Creates a line editor; returns nil when standard input is not a terminal, or no descriptors are available.
    init?(_ variables: [String: String]) {
        completions = LineCompletions(limit: CompletionLimit.seconds(variables))
        let context = Unmanaged.passUnretained(completions).toOpaque()
        let editor = line_editor_create(
            STDIN_FILENO, STDERR_FILENO, CInt(ShellHistory.limit),
            { context, editor, before in
                guard let context, let editor, let before else { return false }
                // Safe: the line editor, which calls this closure, retains the object.
                let completions = Unmanaged<LineCompletions>.fromOpaque(context).takeUnretainedValue()
                return completions.complete(String(cString: before), in: editor)
            }, context)
        guard let editor else { return nil }
        self.editor = editor
    }

    deinit {
        line_editor_destroy(editor)
    }

    /// Adds a line to the history, unless it equals the newest one.
    func addHistory(_ line: String) {
        line_editor_add_history(editor, line)
    }

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - prompt: The text that is shown before the line.
    ///   - complete: Returns the possible completions of the word at the end of a line.
    /// - Returns: The line, or the reason why there is no line.
    /// - Throws: ``CommandFailure`` (EX_IOERR) when the terminal can't be read; `CancellationError` when the task is
    ///   cancelled.
    func read(
        _ prompt: String, complete: @escaping @Sendable (String) async -> LineCompletion?
    ) async throws -> Answer {
        // Safe: this object is not Sendable, so its owner calls one function at a time, and the function waits for the
        // thread. Only line_editor_cancel may be called concurrently.
        nonisolated(unsafe) let editor = editor
        let queue = queue
        let requests = completions.start()
        let outcome = await withTaskGroup(of: Void.self, returning: Outcome.self) { group in
            group.addTask {
                for await request in requests { request.answer(await complete(request.text)) }
            }
            defer { completions.stop() }
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    queue.async { continuation.resume(returning: Outcome(editor, prompt)) }
                }
            } onCancel: {
                line_editor_cancel(editor)
            }
        }
        return try outcome.answer()
    }
}

/// The outcome of a blocking call that reads a line.
private struct Outcome: Sendable {
    private let result: line_editor_result
    private let line: String?
    private let error: CInt

    /// Reads a line, and blocks the thread until it is complete.
    init(_ editor: OpaquePointer, _ prompt: String) {
        var text: UnsafeMutablePointer<CChar>?
        result = line_editor_read(editor, prompt, &text)
        error = errno
        line = text.map { String(cString: $0) }
        free(text)
    }

    func answer() throws -> LineEditor.Answer {
        switch result {
        case LINE_EDITOR_LINE: return .line(line ?? "")
        case LINE_EDITOR_INTERRUPTED: return .interrupted
        case LINE_EDITOR_END: return .end
        case LINE_EDITOR_CANCELLED: throw CancellationError()
        default: throw CommandFailure(reading: "the terminal", error)
        }
    }
}
