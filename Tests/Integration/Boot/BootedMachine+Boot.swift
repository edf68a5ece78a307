import Foundation

extension BootedMachine {
    /// Waits until systemd in the machine reports that the boot is complete.
    ///
    /// - Parameters:
    ///   - name: The name of the machine: `trellis-` and twelve letters.
    ///   - folder: The folder of the machine on the host, with the console's output.
    /// - Returns: The identifier of the machine's first process.
    /// - Throws: ``BootError`` when the boot fails, takes longer than five minutes, or the machine powers off.
    static func waitForBoot(of name: String, in folder: URL) async throws -> Int32 {
        let deadline = ContinuousClock.now.advanced(by: .seconds(300))
        var nspawn: Int32?
        let end = folder.appending(path: "ended").path
        while ContinuousClock.now < deadline {
            guard !FileManager.default.fileExists(atPath: end) else {
                throw BootError.ended(console: console(in: folder))
            }
            nspawn = nspawn ?? text(of: folder.appending(path: "nspawn")).flatMap { Int32($0.dropLast()) }
            if let nspawn {
                if let leader = leader(under: nspawn) {
                    // The command fails until systemd listens, and from then on waits for the end of the boot.
                    let result = try await runCommand(
                        entering(name, leader) + ["systemctl", "is-system-running", "--wait"])
                    let state = result.output.trimmingCharacters(in: .whitespacesAndNewlines)
                    if state == "running" || state == "degraded" { return leader }
                    guard ["", "offline", "unknown", "initializing", "starting"].contains(state) else {
                        throw BootError.wrongState(state, console: console(in: folder))
                    }
                }
            }
            // systemd sends no notification before it listens, so the command is repeated.
            try await Task.sleep(for: .milliseconds(50))
        }
        throw BootError.late(console: console(in: folder))
    }

    /// The machine's first process: the child of systemd-nspawn, after the child has executed systemd.
    ///
    /// Before that, the child still runs systemd-nspawn, and may be outside of the machine's namespaces.
    private static func leader(under nspawn: Int32) -> Int32? {
        let children = text(of: URL(filePath: "/proc/\(nspawn)/task/\(nspawn)/children")) ?? ""
        return children.split(separator: " ").compactMap { Int32($0) }.first {
            text(of: URL(filePath: "/proc/\($0)/comm")) == "systemd\n"
        }
    }

    private static func console(in folder: URL) -> String {
        text(of: folder.appending(path: "console")) ?? ""
    }

    private static func text(of file: URL) -> String? {
        (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
    }
}
