import Glibc

/// Asks a person at a terminal for lines.
///
/// The prompt and the line are shown on standard error, so that standard output has what commands print and nothing
/// else.
final class LinePrompt {
    /// How long an Escape may be followed by the rest of a key's sequence, in milliseconds.
    private static let escapeLimit: CInt = 50

    private let input: InputDescriptor
    private let mode: TerminalMode
    private let variables: [String: String]
    private var reader = KeyReader()
    /// Keys that came behind the end of the line before.
    private var waiting: [Key] = []

    /// Takes the terminal on standard input.
    ///
    /// - Parameters:
    ///   - mode: The terminal.
    ///   - variables: The environment variables.
    init(_ mode: TerminalMode, variables: [String: String]) {
        self.mode = mode
        input = InputDescriptor(STDIN_FILENO, name: "the terminal", waker: mode.signals.reader)
        self.variables = variables
    }

    /// What a person answered.
    enum Answer: Equatable {
        /// A line.
        case line(String)

        /// The line was given up.
        case interrupted

        /// There is no more input.
        case end
    }

    /// Asks for a line.
    ///
    /// - Parameters:
    ///   - prompt: What to ask with.
    ///   - history: The lines before it, the oldest first.
    ///   - complete: Finds what the word at the end of a line may become, with where that word starts.
    /// - Returns: The answer.
    /// - Throws: ``CommandFailure`` (EX_IOERR) when the terminal can't be read.
    func ask(
        _ prompt: String, history: [String], complete: (String) async -> LineCompletion?
    ) async throws -> Answer {
        // What came while a command ran is no news.
        _ = mode.signals.told()
        mode.enter()
        defer { mode.leave() }
        var editor = LineEditor(history: history)
        var screen = LineScreen()
        var isSecondTab = false
        func show() {
            write(screen.show(label(prompt, editor), editor.buffer, columns: columns))
        }
        func leave() { write(screen.leave(label(prompt, editor), editor.buffer, columns: columns)) }
        func suspend(job: Bool) {
            leave()
            mode.suspend(job: job)
            // That it goes on is no news.
            _ = mode.signals.told()
        }
        show()
        while true {
            let key: Key
            switch try await nextEvent() {
            case .key(let next): key = next
            case .signals(let signals):
                if signals.asksToStop {
                    suspend(job: false)
                } else if signals.contains(SIGCONT) {
                    // The process was stopped, and others have written to the terminal since.
                    mode.resume()
                    screen.reset()
                }
                show()
                continue
            case .end:
                leave()
                return editor.buffer.isEmpty ? .end : .line(editor.buffer.text)
            }
            let wasTab = isSecondTab
            isSecondTab = false
            switch editor.take(key) {
            case .show: show()
            case .bell: write("\u{07}")
            case .submit:
                leave()
                return .line(editor.buffer.text)
            case .interrupt:
                leave()
                return .interrupted
            case .end:
                leave()
                return .end
            case .clearScreen:
                write("\u{1B}[H\u{1B}[2J")
                screen.reset()
                show()
            case .suspend:
                suspend(job: true)
                show()
            case .complete:
                let completion = await complete(editor.buffer.textBeforeCursor)
                guard let completion, editor.buffer.apply(completion) else {
                    write("\u{07}")
                    isSecondTab = true
                    if wasTab, let completion {
                        leave()
                        write(completion.listing(columns: columns))
                        show()
                    }
                    continue
                }
                show()
            }
        }
    }

    /// What happens at the terminal.
    private enum Event {
        /// A person does something.
        case key(Key)

        /// These signals came.
        case signals([CInt])

        /// There is no more input.
        case end
    }

    private func nextEvent() async throws -> Event {
        while waiting.isEmpty {
            let bytes = try await input.read(upTo: 4096, within: reader.isPending ? Self.escapeLimit : nil)
            switch bytes {
            case nil:
                let signals = mode.signals.told()
                guard signals.isEmpty else { return .signals(signals) }
                if reader.isPending { waiting.append(reader.flush()) }
            case []?: return .end
            case let bytes?: waiting += reader.keys(of: bytes)
            }
        }
        return .key(waiting.removeFirst())
    }

    private func label(_ prompt: String, _ editor: LineEditor) -> String {
        editor.search.map { "(search) '\($0.text)': " } ?? prompt
    }

    private var columns: Int { Display.columns(of: STDERR_FILENO, variables) }

    private func write(_ text: String) { StandardError.write(text) }
}
