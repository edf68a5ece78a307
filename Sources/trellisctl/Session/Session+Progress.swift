import CommandModel
import Glibc
import HostInterface
import Varlink

extension Session {
    /// Writes the progress of a command to the terminal; nil if standard error is not a terminal, several hosts
    /// use it, or the output is JSON.
    var progressOutput: (@Sendable (String) -> Void)? {
        guard options.format == .people, isatty(STDERR_FILENO) == 1, HostOutput.current == nil else { return nil }
        return { StandardError.write($0) }
    }

    /// Runs a call whose duration depends on plugins.
    ///
    /// After one second, a terminal shows for which plugins the daemon waits.
    ///
    /// - Parameter body: Makes the call.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    func showingWait<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
        guard let write = progressOutput else { return try await body() }
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                await showWait(write)
                return nil
            }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if let result = ended { return result }
            }
            throw CancellationError()
        }
    }

    /// Shows every second for which plugins the daemon waits, until the task is cancelled.
    private func showWait(_ write: @Sendable (String) -> Void) async {
        let start = ContinuousClock.now
        var connection: VarlinkConnection?
        var isOnScreen = false
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            // The call occupies the connection of the session. The time is shown even if no other one can be opened.
            if connection == nil { connection = try? await connectSeparately() }
            var plugins: [HostContract.Plugin] = []
            if let connection { plugins = (try? await Catalogue(connection: connection).plugins()) ?? [] }
            guard !Task.isCancelled else { break }
            let text = Self.wait(for: plugins, since: start.duration(to: .now))
            // A line that the terminal wraps could not be removed.
            write(ProgressLine.empty + TextWidth.cut(text, to: (display.columns ?? 80) - 1))
            isOnScreen = true
        }
        if isOnScreen { write(ProgressLine.empty) }
        await connection?.close()
    }

    /// The plugins for which the daemon waits, as text: `Waiting for items (reloading), 12 s`.
    static func wait(for plugins: [HostContract.Plugin], since time: Duration) -> String {
        var names = plugins.filter { [.starting, .stopping, .reloading].contains($0.state) }
            .map { "\($0.name) (\($0.state.rawValue))".escapingControlCharacters }
        if names.count > 3 { names = names.prefix(2) + ["\(names.count - 2) more"] }
        let shown = names.isEmpty ? ["the daemon"] : names
        return "Waiting for \(shown.joined(separator: ", ")), \(Int(time / .seconds(1))) s"
    }
}
