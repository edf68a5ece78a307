import CVarlinkFloor
import Foundation

/// A server in a process of its own, which ends when nobody holds this any more.
///
/// The process is another run of this program, whose arguments say which server it is. It is scheduled as trellisd.service has
/// the daemon scheduled (SCHED_BATCH in sched(7)), whichever server it is.
public final class ServerProcess {
    /// Where it listens.
    public let path: String

    private let process = Process()

    /// Starts a server, and waits until it can be connected to.
    ///
    /// - Parameters:
    ///   - arguments: Those of the process, without the path of the socket, which goes behind the first one.
    ///   - acceptsProbe: Whether the server does not mind a connection that says nothing.
    /// - Throws: `SystemCallFailure` when the server ends, and what `Process` throws.
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
                // It listens right after it has bound.
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

    /// How much memory the process has (VmRSS in proc(5)).
    public var residentBytes: Int {
        get throws {
            let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
            return (Int(line.filter(\.isNumber)) ?? 0) * 1024
        }
    }
}

/// A system call, or something like one, has failed.
public struct SystemCallFailure: Error {
    /// What has.
    let text: String

    /// Makes a failure.
    public init(text: String) {
        self.text = text
    }
}

/// Throws what `errno` says when a result is negative.
public func requireSuccess(_ result: Int32) throws {
    if result < 0 { throw SystemCallFailure(text: String(cString: strerror(errno))) }
}

/// Lets this process, and those that it starts, have as many descriptors as the system allows.
public func raiseDescriptorLimit() throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    try requireSuccess(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit))
}
