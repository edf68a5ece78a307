import Foundation
import Testing

/// The requirements of a test that boots a machine.
enum BootRequirements {
    /// The unmet requirement; `nil` when a machine can be booted.
    static let missing: String? = {
        guard geteuid() == 0 else { return "requires root to boot a systemd of its own" }
        for program in ["systemd-nspawn", "nsenter", "unshare", "tar"] where !isInstalled(program) {
            return "requires \(program) (Debian packages systemd-container, util-linux and tar)"
        }
        guard !hierarchies.isEmpty else { return "requires a writable control group file system (cgroup2)" }
        return nil
    }()

    /// The mount points of the control group hierarchies that systemd uses for processes: cgroup2, and on a system with
    /// both versions also the hierarchy of version 1 with the name `systemd`.
    static let hierarchies: [String] = {
        // Each line has the fields device, mount point, type and options (proc(5), /proc/mounts).
        let mounts = (try? String(contentsOfFile: "/proc/mounts", encoding: .utf8)) ?? ""
        return mounts.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 3 else { return nil }
            let isNamed = fields[2] == "cgroup" && fields[3].split(separator: ",").contains("name=systemd")
            guard fields[2] == "cgroup2" || isNamed else { return nil }
            let path = String(fields[1])
            return FileManager.default.isWritableFile(atPath: path) ? path : nil
        }
    }()

    /// Whether a program is in one of the folders of `PATH`.
    static func isInstalled(_ program: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/sbin:/usr/bin:/sbin:/bin"
        return path.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// A trait for tests that boot a machine: skips these tests, with the reason, if a requirement is unmet.
    static var bootsMachine: Self {
        .enabled(if: BootRequirements.missing == nil, "\(BootRequirements.missing ?? "")")
    }
}
