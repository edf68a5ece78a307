import Foundation
import Testing

/// A full disk, from the perspective of clients.
@Suite("A full disk", .runsPrograms, .needsRoot(to: "to mount a small file system"), .timeLimit(.minutes(10)))
struct FullDiskTests {
    @Test("a full disk degrades the plugin until there is space again")
    func degradesThePluginUntilThereIsSpaceAgain() async throws {
        try await Workplace.with { workplace in
            try FileManager.default.createDirectory(
                atPath: workplace.path("state"), withIntermediateDirectories: false)
            // The file system is mounted in a separate mount namespace, which ends with the daemon.
            let wrapper = [
                "/usr/bin/unshare", "--mount", "/bin/sh", "-c",
                #"mount -t tmpfs -o mode=0700,size=1m trellis-test "$0" && exec "$@""#, workplace.path("state"),
            ]
            let outcome = try await workplace.withDaemon(under: wrapper) { daemon in
                // The folder is only visible in the mount namespace of the daemon.
                let disk = "/proc/\(daemon.processIdentifier)/root\(workplace.path("state"))"
                let connection = try RawConnection(to: workplace.socket)
                let add = #"{"method": "io.trellis.Items.Add", "parameters": {"title": "Tea", "count": 1}}"#
                try await connection.send(message: add)
                #expect(try await connection.receive()?.hasPrefix(#"{"parameters":{"item":{"#) == true)

                let filled = try await workplace.shell("cat /dev/zero > '\(disk)/filler'")
                #expect(filled.error.contains("No space left on device"))
                // Some changes still fit into the write-ahead log, before its file must grow.
                var reply: String?
                for _ in 0..<1_000 {
                    try await connection.send(message: add)
                    reply = try await connection.receive()
                    if reply?.contains("error") != false { break }
                }
                #expect(reply == #"{"error":"io.trellis.Items.StorageFull"}"#)
                let told = try await workplace.trellisctl("items", "add", "Tea", "1")
                #expect(told.status == 74)
                #expect(told.error.contains("no space is left"))

                let degraded =
                    "STATUS=1 plugin runs; items is degraded: item store: no space left on the file system of "
                #expect(await daemon.notifications.first { $0.hasPrefix(degraded) } != nil)

                // Reading still works. When there is space again, the plugin recovers without a further call.
                let listed = try await workplace.trellisctl("items", "list")
                #expect(listed.status == 0)
                let emptied = try await workplace.shell("rm '\(disk)/filler'")
                #expect(emptied.status == 0)
                var wasDegraded = false
                let recovered = await daemon.notifications.first { text in
                    wasDegraded = wasDegraded || text.hasPrefix(degraded)
                    return wasDegraded && text == "STATUS=1 plugin runs"
                }
                #expect(recovered != nil)
                #expect(
                    try await workplace.trellisctl("plugin", "list", "--json").output.contains(#""state":"running""#))
                try await connection.send(message: add)
                #expect(try await connection.receive()?.hasPrefix(#"{"parameters":{"item":{"#) == true)
            }
            #expect(outcome.status == 0)
        }
    }
}
