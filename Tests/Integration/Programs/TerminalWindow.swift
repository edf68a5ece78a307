import Foundation

/// A terminal of 80 columns and 24 rows, in tmux, as a person uses it.
struct TerminalWindow {
    /// Whether tmux is installed.
    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux")

    private static let tmux = "tmux -S \"$FOLDER/tmux\" -f /dev/null"

    private let workplace: Workplace

    /// Opens a terminal with a shell, in which the variables of ``Workplace/shell(_:)`` are set and the prompt is `READY`,
    /// and closes it afterwards.
    static func with(_ workplace: Workplace, _ body: (TerminalWindow) async throws -> Void) async throws {
        let window = TerminalWindow(workplace: workplace)
        try await window.run("new-session -d -s window -x 80 -y 24 'PS1=READY sh'")
        do {
            try await body(window)
        } catch {
            try? await window.run("kill-server")
            throw error
        }
        try await window.run("kill-server")
    }

    /// Types a line and Enter.
    func enter(_ line: String) async throws {
        try await run("send-keys -t window -l \(quoted(line))")
        try await press("Enter")
    }

    /// Presses a key, such as `q` or `C-c`.
    func press(_ key: String) async throws { try await run("send-keys -t window \(key)") }

    /// The text of the screen.
    var text: String {
        get async throws { try await workplace.shell("\(Self.tmux) capture-pane -p -t window").output }
    }

    /// Waits until the text of the screen meets a condition; tmux has no event for it.
    @discardableResult
    func screen(where isExpected: (String) -> Bool) async throws -> String {
        while true {
            let text = try await text
            if isExpected(text) { return text }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func run(_ command: String) async throws {
        let result = try await workplace.shell("\(Self.tmux) \(command)")
        guard result.status == 0 else { throw CocoaError(.executableLoad, userInfo: ["tmux": result.error]) }
    }

    private func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}
