import BenchmarkSupport
import Foundation

/// A program in a separate process that notifies its service manager with sd_notify(3), as under systemd.
final class MeasuredProcess {
    /// The wall-clock time from the start of the process to its notification of readiness, in milliseconds.
    private(set) var wallTime = 0.0

    /// The processor time of the process until its notification of readiness, in milliseconds.
    private(set) var processorTime = 0.0

    private let process = Process()
    private let socketPath: String

    /// Starts a program, and waits until it is ready.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - arguments: The arguments.
    ///   - folder: The home directory and the working directory of the process.
    /// - Throws: `ProcessFailure` when the process is not ready within a minute.
    init(_ program: String, _ arguments: [String], in folder: String) throws {
        socketPath = folder + "/notify-\(UUID().uuidString.prefix(8))"
        let socket = try NotificationSocket(at: socketPath)
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = ["NOTIFY_SOCKET": socketPath, "HOME": folder, "PATH": "/usr/bin:/bin"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let clock = ContinuousClock()
        let start = clock.now
        try process.run()
        guard socket.waitUntilReady() else {
            process.terminate()
            throw ProcessFailure(text: "\(program) is not ready after a minute")
        }
        wallTime = start.duration(to: clock.now) / .milliseconds(1)
        processorTime = try currentProcessorTime()
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: socketPath)
    }

    /// The processor time of the process so far, in milliseconds.
    private func currentProcessorTime() throws -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process.processIdentifier, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            throw ProcessFailure(text: "the processor time of a process is unknown")
        }
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    /// The memory of the process in MiB, by the names of the lines in `smaps_rollup` (proc(5)), such as `Anonymous`.
    func memory() throws -> [String: Double] {
        let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/smaps_rollup", encoding: .utf8)
        var sizes: [String: Double] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ")
            guard parts.count == 3, parts[2] == "kB", let size = Double(parts[1]) else { continue }
            sizes[String(parts[0].dropLast())] = size / 1024
        }
        return sizes
    }
}

/// A process could not be measured.
struct ProcessFailure: Error {
    let text: String
}

/// The socket on which a service manager receives notifications.
private struct NotificationSocket: ~Copyable {
    private let descriptor: Int32

    init(at path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafePointer(to: &address) {
            // sockaddr is the common prefix of all socket addresses.
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            throw ProcessFailure(text: "cannot bind \(path): \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(descriptor) }

    /// Waits for the notification of readiness.
    ///
    /// - Returns: Whether it has been received within the time limit.
    func waitUntilReady() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count >= 0 {
            if String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").contains("READY=1") {
                return true
            }
        }
        return false
    }
}
