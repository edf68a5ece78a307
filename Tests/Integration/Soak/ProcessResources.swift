import Foundation

/// The resources of a process, from /proc (proc(5)).
struct ProcessResources: Sendable, CustomStringConvertible {
    /// The resident memory, in bytes.
    var memory: Int

    /// The number of open file descriptors.
    var descriptors: Int

    /// The number of threads.
    var threads: Int

    /// Reads the resources of a process.
    init(of process: pid_t) throws {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        func number(_ key: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix("\(key):") }
            return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
        }
        memory = number("VmRSS") * 1_024
        threads = number("Threads")
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    }

    var description: String { "\(memory >> 20) MiB, \(descriptors) descriptors, \(threads) threads" }
}
