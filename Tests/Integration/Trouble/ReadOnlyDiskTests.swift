import Foundation
import Testing

/// A file system that becomes read-only while the daemon runs, as after an error of its disk.
@Suite(
    "A disk that becomes read-only", .runsPrograms, .needsRoot(to: "to mount a file system"), .mountsImages,
    .timeLimit(.minutes(10)))
struct ReadOnlyDiskTests {
    @Test("changes fail with the reason, reading continues, and nothing that was acknowledged is lost")
    func error() async throws {
        try await Workplace.with { workplace in
            let image = workplace.path("image")
            try FileManager.default.createDirectory(
                atPath: workplace.path("state"), withIntermediateDirectories: false)
            let made = try await workplace.shell("truncate -s 32M '\(image)' && mkfs.ext4 -q '\(image)'")
            try #require(made.status == 0, "\(made.error)")
            // The file system is mounted in a separate mount namespace, which ends with the daemon.
            let wrapper = [
                "/usr/bin/unshare", "--mount", "/bin/sh", "-c",
                #"mount -o loop,errors=remount-ro "$0" "$1" && chmod 700 "$1" && shift && exec "$@""#, image,
                workplace.path("state"),
            ]
            let outcome = try await workplace.withDaemon(under: wrapper) { daemon in
                #expect(try await workplace.trellisctl("items", "add", "Tea", "1").status == 0)

                // The kernel handles the error as it handles one of the disk.
                let failed = try await workplace.shell(
                    """
                    device=$(losetup --noheadings --output NAME --associated '\(image)')
                    echo test > "/sys/fs/ext4/${device#/dev/}/trigger_fs_error"
                    """)
                try #require(failed.status == 0, "\(failed.error)")

                let added = try await workplace.trellisctl("items", "add", "Rice", "1")
                #expect(added.status == 74)
                #expect(added.error.contains("\(workplace.database) cannot be read or written"))
                let degraded = "STATUS=1 plugin runs; items is degraded: item store: \(workplace.database) cannot be"
                #expect(await daemon.notifications.first { $0.hasPrefix(degraded) } != nil)
                let listed = try await workplace.trellisctl("items", "list", "--json")
                #expect(listed.status == 0 && listed.output.contains(#""title":"Tea""#))
                let disabled = try await workplace.trellisctl("plugin", "disable", "items")
                #expect(disabled.status == 74)
                #expect(disabled.error.contains("Read-only file system"))
                let status = try await workplace.trellisctl("status")
                #expect(status.output.contains("audit log: Read-only file system"), "\(status.output)")
            }
            #expect(outcome.status == 0)
            #expect(outcome.log.contains { $0.contains("cannot write the audit log") })

            let repaired = try await workplace.shell("fsck.ext4 -p '\(image)'")
            // 1: the errors were corrected (e2fsck(8)).
            #expect(repaired.status <= 1, "\(repaired.output)")
            try await workplace.withDaemon(under: wrapper) { _ in
                let kept = try await workplace.trellisctl("items", "list", "--json").output
                #expect(kept.contains(#""title":"Tea""#) && !kept.contains(#""title":"Rice""#))
                #expect(try await workplace.trellisctl("items", "add", "Rice", "1").status == 0)
            }
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// A trait for tests that mount an image of ext4 and report an error of its disk.
    fileprivate static var mountsImages: Self {
        .enabled(
            if: access("/dev/loop-control", W_OK) == 0 && access("/sys/fs/ext4", W_OK) == 0,
            "requires loop devices and ext4")
    }
}
