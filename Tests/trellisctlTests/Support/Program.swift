import Dispatch
import Glibc
import Synchronization

/// `trellisctl`, or another program, as a process.
final class Program: Sendable {
    /// The connection of the program's input and output.
    enum Connection {
        /// Three pipes, for standard input, standard output and standard error.
        case pipes

        /// A terminal with 24 rows, which is the controlling terminal of the program.
        case terminal(columns: Int)
    }

    /// The result of a program.
    struct Ended: Equatable {
        var status: CInt
        var output: String
        var error: String

        /// The request ID in the last line of the error; nil for none.
        var requestID: String? {
            guard let line = error.split(separator: "\n").last, line.hasPrefix("Request ID: ") else { return nil }
            return String(line.dropFirst("Request ID: ".count).prefix { $0 != " " })
        }

        /// The error without the line of the request ID.
        var errorWithoutRequestID: String {
            guard requestID != nil else { return error }
            return error.split(separator: "\n").dropLast().map { $0 + "\n" }.joined()
        }
    }

    /// The program's standard output; at a terminal, all output.
    let output = TextLog()

    /// The program's standard error; empty at a terminal.
    let error = TextLog()

    /// The process identifier.
    let process: pid_t
    private let input: Mutex<CInt>

    /// The path of `trellisctl`, in the folder of the program that runs the tests.
    static let trellisctl: String = {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        let own = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/trellisctl"
    }()

    // The values of the macros TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>, and POSIX_SPAWN_SETSID of <spawn.h>,
    // which Swift does not import.
    private static let unlockTerminal: UInt = 0x4004_5431
    private static let numberOfTerminal: UInt = 0x8004_5430
    private static let newSession: CInt = 0x80

    /// Starts a program.
    init(
        _ program: String = trellisctl, _ words: [String], variables: [String: String],
        over connection: Connection = .pipes
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The program does not inherit the signal dispositions of the tests.
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK

        var theirs: [CInt] = []
        var readers: [(CInt, TextLog)] = []
        let inputEnd: CInt
        switch connection {
        case .pipes:
            let (input, output, error) = (try Self.pipe(), try Self.pipe(), try Self.pipe())
            theirs = [input[0], output[1], error[1]]
            for (number, end) in theirs.enumerated() { posix_spawn_file_actions_adddup2(&actions, end, CInt(number)) }
            readers = [(output[0], self.output), (error[0], self.error)]
            inputEnd = input[1]
        case .terminal(let columns):
            // These calls replace posix_openpt(3), unlockpt(3) and ptsname(3), which Swift does not import (pts(4)).
            let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var (unlocked, number): (CInt, CUnsignedInt) = (0, 0)
            guard master >= 0, ioctl(master, Self.unlockTerminal, &unlocked) == 0,
                ioctl(master, Self.numberOfTerminal, &number) == 0
            else { throw ProgramError.notStarted(errno) }
            let name = "/dev/pts/\(number)"
            var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
            _ = ioctl(master, UInt(TIOCSWINSZ), &size)
            // The first terminal that the leader of a session opens is its controlling terminal.
            flags |= Self.newSession
            posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
            readers = [(master, self.output)]
            error.end()
            inputEnd = dup(master)
            _ = fcntl(inputEnd, F_SETFD, FD_CLOEXEC)
        }
        // Otherwise sockets of SwiftNIO, and pipes that another test creates, would remain open while the program runs.
        _ = Self.closeFrom?(&actions, 3)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let arguments = ([program] + words).map { strdup($0) } + [nil]
        let environment = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var process = pid_t()
        let failure = posix_spawn(&process, program, &actions, &attributes, arguments, environment)
        for end in theirs { close(end) }
        self.process = process
        input = Mutex(inputEnd)
        for (descriptor, log) in readers {
            DispatchQueue(label: "output").async { log.read(descriptor) }
        }
        if failure != 0 { throw ProgramError.notStarted(failure) }
    }

    deinit {
        input.withLock { if $0 >= 0 { close($0) } }
    }

    /// Writes a text to the program's input.
    func write(_ text: String) {
        let bytes = Array(text.utf8)
        input.withLock { _ = Glibc.write($0, bytes, bytes.count) }
    }

    /// Closes the program's input.
    func closeInput() {
        input.withLock {
            close($0)
            $0 = -1
        }
    }

    /// Changes the width of the program's terminal.
    func resize(columns: Int) {
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        input.withLock { _ = ioctl($0, UInt(TIOCSWINSZ), &size) }
    }

    /// Sends a signal to the program.
    func signal(_ number: CInt) { kill(process, number) }

    /// Sends a signal to the foreground job of the program's terminal.
    func signalForeground(_ number: CInt) {
        input.withLock { _ = kill(-tcgetpgrp($0), number) }
    }

    /// Waits until the program has ended.
    ///
    /// The program is killed when the test is cancelled or times out.
    ///
    /// - Returns: The result; the status after a signal is 128 plus the signal.
    func end() async -> Ended {
        Ended(status: await status(), output: await output.whole(), error: await error.whole())
    }

    private func status() async -> CInt {
        let process = process
        // After the program has been waited for, another process may have its identifier.
        let isThere = Mutex(true)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "wait").async {
                    var (information, status) = (siginfo_t(), CInt(0))
                    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
                    isThere.withLock {
                        $0 = false
                        waitpid(process, &status, 0)
                    }
                    continuation.resume(returning: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F)
                }
            }
        } onCancel: {
            isThere.withLock { if $0 { kill(process, SIGKILL) } }
        }
    }

    /// Waits until the program has ended, and leaves its terminal open.
    ///
    /// - Returns: The same status as that of ``end()``.
    func waitForEnd() async -> CInt { await status() }

    /// Whether the terminal echoes typed characters, which a program that edits lines disables.
    var isEchoing: Bool {
        var settings = termios()
        return input.withLock { tcgetattr($0, &settings) } == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Runs `trellisctl` to its end.
    static func run(
        _ words: [String], input: String = "", variables: [String: String]
    ) async throws -> Ended {
        let program = try Program(trellisctl, words, variables: variables)
        program.write(input)
        program.closeInput()
        return await program.end()
    }

    /// Runs a script to its end.
    static func run(_ script: String, by shell: String, variables: [String: String]) async throws -> Ended {
        let program = try Program(shell, ["-c", script], variables: variables)
        program.closeInput()
        return await program.end()
    }

    /// posix_spawn_file_actions_addclosefrom_np(3), which Swift's Glibc module lacks.
    private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        // The type of the declaration in <spawn.h>.
        unsafeBitCast(
            $0, to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, CInt) -> CInt).self)
    }

    private static func pipe() throws -> [CInt] {
        var ends: [CInt] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw ProgramError.notStarted(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }
}

/// The reason why a program did not start.
enum ProgramError: Error {
    case notStarted(CInt)
}
