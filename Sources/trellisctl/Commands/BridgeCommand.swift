import CommandModel
import Glibc
import Varlink

/// The command `trellisctl bridge`.
struct BridgeCommand: BuiltInCommand {
    init(_ arguments: ParsedArguments) {}

    func run(in session: Session) async throws {
        guard !session.isShell else {
            throw CommandFailure(
                EX_USAGE, "'bridge' is not available in a shell, which reads its commands from standard input")
        }
        let socket: CInt
        do {
            socket = try await session.address.connectedSocket()
        } catch let error as VarlinkConnectionError {
            throw CommandFailure(connection: error)
        }
        defer { close(socket) }
        do throws(any Error) {
            try await ByteRelay(input: STDIN_FILENO, output: STDOUT_FILENO, socket: socket).run()
        } catch let failure as SystemCallFailure {
            throw CommandFailure(EX_IOERR, "the bridge failed: \(String(cString: strerror(failure.code)))")
        }
    }
}
