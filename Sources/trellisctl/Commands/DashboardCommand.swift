import CommandModel
import Glibc
import HostInterface
import Subprocess
import Varlink

/// The command `trellisctl dashboard`.
struct DashboardCommand: BuiltInCommand {
    /// The interface of the plugin Dashboard.
    private static let interface = "io.trellis.Dashboard"

    private let opens: Bool

    init(_ arguments: ParsedArguments) { opens = arguments.has("open") }

    func run(in session: Session) async throws {
        let connection = try await session.connect()
        let reply: JSONObject
        do {
            reply = try await session.withTimeout { try await connection.call("\(Self.interface).SignIn") }
        } catch ServiceError.interfaceNotFound {
            throw try await failure(in: session, connection)
        }
        guard let url = reply["url"]?.stringValue else {
            throw CommandFailure(EX_PROTOCOL, "the reply of the daemon has no URL")
        }
        if session.options.format == .people {
            try StandardOutput.write(line: url.escapingControlCharacters)
        } else {
            try StandardOutput.write(.object(reply), as: session.options.format)
        }
        if opens { try await open(url, in: session) }
    }

    /// The failure when no plugin serves the dashboard.
    private func failure(in session: Session, _ connection: VarlinkConnection) async throws -> CommandFailure {
        let plugins = try await session.withTimeout { try await Catalogue(connection: connection).plugins() }
        guard let plugin = plugins.first(where: { $0.interfaces.contains(Self.interface) }) else {
            return CommandFailure(EX_UNAVAILABLE, "the daemon was built without the plugin Dashboard")
        }
        return CommandFailure(
            EX_UNAVAILABLE, "the plugin \(plugin.name) is not enabled",
            advice: "Run 'trellisctl plugin enable \(plugin.name)', or add '\(plugin.name):' under 'plugins:' in the "
                + "configuration and run 'trellisctl reload'.")
    }

    /// Opens the URL in the browser of the desktop, by a file that only the user can read.
    ///
    /// The URL is not an argument of the browser, because other users can read the arguments of processes.
    private func open(_ url: String, in session: Session) async throws {
        guard let folder = session.variables["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
            throw CommandFailure(
                EX_UNAVAILABLE, "$XDG_RUNTIME_DIR is not set, so this is not the session of a desktop",
                advice: "Open the URL in a browser of this machine.")
        }
        let path = "\(folder)/trellis-dashboard.html"
        unlink(path)
        let file = try AtomicFile(creating: path)
        try await file.write(line: Self.page(redirectingTo: url))
        try await file.finish()
        do {
            let result = try await Subprocess.run(
                .name("xdg-open"), arguments: [path], input: .none, output: .discarded, error: .discarded)
            guard result.terminationStatus.isSuccess else {
                throw CommandFailure(
                    EX_UNAVAILABLE, "xdg-open \(result.terminationStatus.phrase)",
                    advice: "Open the URL in a browser of this machine.")
            }
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw CommandFailure(
                EX_UNAVAILABLE, "xdg-open is not installed",
                advice: "Open the URL in a browser, or install the package xdg-utils.")
        }
    }

    private static func page(redirectingTo url: String) -> String {
        let escapes: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"]
        let target = url.map { escapes[$0] ?? String($0) }.joined()
        return """
            <!DOCTYPE html>
            <meta charset="utf-8">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0; url=\(target)">
            <title>Trellis</title>
            """
    }
}
