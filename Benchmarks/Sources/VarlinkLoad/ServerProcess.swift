import CVarlinkFloor
import Foundation

/// A server in a separate process, which is terminated when this object is released.
///
/// The process runs this program with arguments that select a server. It has the scheduling policy SCHED_BATCH
/// (sched(7)), which trellisd.service also sets for the daemon.
public final class ServerProcess {
    /// The path of the server's socket.
    public let path: String

    private let process = Process()

    /// Starts a server, and waits until it accepts connections.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the process. The path of the socket is inserted after the first one.
    ///   - acceptsProbe: Whether the server tolerates a connection without a call.
    /// - Throws: `SystemCallFailure` when the server ends before it accepts connections; the errors of `Process`.
    public init(_ arguments: [String], acceptsProbe: Bool = true) throws {
        path = FileManager.default.temporaryDirectory.path + "/varlink-benchmark-\(UUID().uuidString.prefix(8))"
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
        process.executableURL = URL(filePath: "/usr/bin/chrt")
        process.arguments = ["--batch", "0", program, arguments[0], path] + arguments.dropFirst()
        try process.run()
        while process.isRunning {
            Thread.sleep(forTimeInterval: 0.05)
            if !FileManager.default.fileExists(atPath: path) { continue }
            if !acceptsProbe {
                // The server calls listen(2) immediately after bind(2).
                Thread.sleep(forTimeInterval: 0.2)
                return
            }
            var descriptor: Int32 = -1
            if open_connections(path, 1, nil, 0, &descriptor) == 0 {
                close(descriptor)
                return
            }
        }
        throw SystemCallFailure(text: "the server has ended")
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.removeItem(atPath: path + ".lock")
    }

    /// The resident memory of the process (VmRSS in proc(5)).
    public var residentBytes: Int {
        get throws {
            let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
            return (Int(line.filter(\.isNumber)) ?? 0) * 1024
        }
    }
}

/// A failed system call or a similar error.
public struct SystemCallFailure: Error {
    /// The text of the error.
    let text: String

    /// Creates an error.
    public init(text: String) {
        self.text = text
    }
}

/// Throws the error of `errno` when a result is negative.
public func requireSuccess(_ result: Int32) throws {
    if result < 0 { throw SystemCallFailure(text: String(cString: strerror(errno))) }
}

/// Raises the limit on open files of this process and of its children to the maximum.
public func raiseDescriptorLimit() throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    try requireSuccess(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit))
}
