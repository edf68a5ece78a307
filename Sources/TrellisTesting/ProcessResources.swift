import Foundation
public import Glibc

/// The resources of a process, from /proc (proc(5)).
public struct ProcessResources: Sendable, CustomStringConvertible {
    /// The resident memory, in bytes.
    public var memory: Int

    /// The number of open file descriptors.
    public var descriptors: Int

    /// The number of threads.
    public var threads: Int

    /// Reads the resources of a process.
    ///
    /// - Parameter process: The process identifier.
    /// - Throws: An error when the process does not exist.
    public init(of process: pid_t) throws {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        func number(_ key: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix("\(key):") }
            return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
        }
        memory = number("VmRSS") * 1_024
        threads = number("Threads")
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    }

    /// The memory in MiB, and the numbers of descriptors and threads.
    public var description: String { "\(memory >> 20) MiB, \(descriptors) descriptors, \(threads) threads" }
}
