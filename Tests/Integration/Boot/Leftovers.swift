import Foundation
import Synchronization

/// The processes, files and mounts that a machine can leave on the host.
final class Leftovers: Sendable {
    private let machine = Mutex<BootedMachine?>(nil)

    /// Records the machine whose leftovers ``remaining()`` finds.
    func note(_ machine: BootedMachine) {
        self.machine.withLock { $0 = machine }
    }

    /// Returns the paths that still exist (process, folder, control groups), and the mounts in the folder.
    func remaining() throws -> [String] {
        guard let machine = machine.withLock({ $0 }) else { return ["no machine was noted"] }
        let paths =
            ["/proc/\(machine.leader)", machine.folder.path]
            + BootRequirements.hierarchies.map { "\($0)/\(machine.name)" }
        let mounts = try String(contentsOfFile: "/proc/mounts", encoding: .utf8).split(separator: "\n").map(String.init)
        return paths.filter { FileManager.default.fileExists(atPath: $0) }
            + mounts.filter { $0.contains(machine.folder.path) }
    }
}
