import Foundation
import Testing

/// A control group of version 1 that limits the memory that a process allocates from now on.
struct MemoryGroup {
    /// The hierarchy of the memory controller; nil if there is none that can be changed.
    static let hierarchy: URL? = {
        let mounts = (try? String(contentsOfFile: "/proc/mounts", encoding: .utf8)) ?? ""
        let fields = mounts.split(separator: "\n").map { $0.split(separator: " ") }
            .first { $0.count > 3 && $0[2] == "cgroup" && $0[3].split(separator: ",").contains("memory") }
        return fields.map { URL(filePath: String($0[1])) }.flatMap { access($0.path, W_OK) == 0 ? $0 : nil }
    }()

    private let folder: URL

    /// Moves a process into a new group, in which it may allocate further memory up to a limit in bytes.
    init(of process: Int, limit: Int) throws {
        folder = try #require(Self.hierarchy).appending(path: "trellis-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try write("\(limit)", to: "memory.limit_in_bytes")
        // Nothing is moved to a swap device in place of the kill.
        try write("0", to: "memory.swappiness")
        try write("\(process)", to: "cgroup.procs")
    }

    /// The number of processes that the kernel has killed.
    var kills: Int {
        get throws {
            let text = try String(contentsOf: folder.appending(path: "memory.oom_control"), encoding: .utf8)
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("oom_kill ") })
            return try #require(Int(line.dropFirst("oom_kill ".count)))
        }
    }

    /// Removes the group, which has no processes.
    func remove() { rmdir(folder.path) }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }
}

extension Trait where Self == ConditionTrait {
    /// A trait for tests that limit the memory of a process.
    static var limitsMemory: Self {
        .enabled(
            if: MemoryGroup.hierarchy != nil, "requires the memory controller of control groups of version 1, writable")
    }
}
