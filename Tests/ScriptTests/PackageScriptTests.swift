import Foundation
import Subprocess
import Testing

/// `debian/trellis.postinst`, with programs that record how they are called.
@Suite("The script of the package after its installation", .timeLimit(.minutes(2)))
struct PackageScriptTests {
    /// The result of the script.
    private struct Installed {
        var status: Int
        var text: String
        /// The calls of the programs, one per line.
        var calls: String
    }

    /// Runs the script as dpkg does after an upgrade.
    ///
    /// - Parameters:
    ///   - check: The text of the installed `trellisd`, a shell script.
    ///   - arguments: The arguments of the script.
    ///   - isRunning: Whether a process of the daemon runs.
    /// - Returns: The result.
    /// - Throws: The error of writing the programs, or of starting the script.
    private func install(
        check: String = "exit 0", arguments: [String] = ["configure", "0.1.0"], isRunning: Bool = true
    ) async throws -> Installed {
        let folder = FileManager.default.temporaryDirectory.appending(path: "trellis-package-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        func program(_ name: String, _ text: String) async throws {
            try await Checkout.makeProgram("#!/bin/sh\n\(text)\n", at: folder.appending(path: name))
        }
        let log = folder.appending(path: "calls").path
        try await program(
            "systemctl",
            """
            case $* in
                *MainPID*) cat '\(folder.path)/process' ;;
                *User*) echo trellis ;;
                *Group*) echo adm ;;
            esac
            """)
        try await program("deb-systemd-invoke", "echo \"deb-systemd-invoke $*\" >> '\(log)'")
        try await program("logger", "echo \"logger $*\" >> '\(log)'")
        // Records the user and the variable of the process, and runs the command after `--`.
        try await program(
            "setpriv",
            """
            while [ "$1" != -- ]; do user="$user $1"; shift; done
            shift
            echo "as$user with $SETTING: $*" >> '\(log)'
            exec "$@"
            """)
        try await program("trellisd", check)
        let script = try String(contentsOf: Checkout.root.appending(path: "debian/trellis.postinst"), encoding: .utf8)
        try await Checkout.makeProgram(
            script.replacing("/run/systemd/system", with: folder.path), at: folder.appending(path: "postinst"))
        // The process has the command line of a daemon with an option, and ends with its input.
        let line = """
            export PATH='\(folder.path)':"$PATH"
            exec 3<> '\(folder.path)/calls'
            mkfifo '\(folder.path)/end'
            SETTING='one two' bash -c 'exec -a "$0" cat "$1"' '\(folder.path)/trellisd' '\(folder.path)/end' &
            exec 4> '\(folder.path)/end'
            echo \(isRunning ? "$!" : "0") > '\(folder.path)/process'
            "$@" 2>&1
            """
        let result = try await Subprocess.run(
            .name("bash"),
            arguments: Arguments(["-c", line, "bash", folder.appending(path: "postinst").path] + arguments),
            output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
        guard case .exited(let status) = result.terminationStatus else { throw CancellationError() }
        let calls = try String(contentsOf: folder.appending(path: "calls"), encoding: .utf8)
        return Installed(
            status: Int(status), text: result.standardOutput + result.standardError,
            calls: calls.replacing(folder.path + "/", with: ""))
    }

    private let asProcess = "as --reuid=trellis --regid=adm --init-groups with one two: trellisd end --check\n"
    private let restart = "deb-systemd-invoke try-restart trellisd.service\n"

    @Test("restarts the daemon after the check with the user, the environment and the options of its process")
    func accepted() async throws {
        let installed = try await install()
        #expect(installed.status == 0 && installed.text == "", "\(installed)")
        #expect(installed.calls == asProcess + restart)
    }

    @Test("keeps the process and says why if the check fails")
    func rejected() async throws {
        let installed = try await install(check: "echo 'trellis.yaml:3:5: unknown key' >&2; exit 78")
        #expect(installed.status == 0)
        #expect(
            installed.text == """
                trellis: trellisd.service was NOT restarted, because the installed version rejects its configuration:
                    trellis.yaml:3:5: unknown key
                The process of the previous version continues. When the problem is solved, run:
                    systemctl restart trellisd.service

                """)
        #expect(installed.calls.hasPrefix(asProcess + "logger --priority daemon.err --tag trellis -- "))
        #expect(installed.calls.hasSuffix(": trellis.yaml:3:5: unknown key\n"))
    }

    @Test("checks nothing if no process of the daemon runs")
    func idle() async throws {
        let installed = try await install(check: "exit 78", isRunning: false)
        #expect(installed.status == 0 && installed.text == "", "\(installed)")
        #expect(installed.calls == restart)
    }

    @Test(
        "does not restart the daemon after a first installation", arguments: [["configure", ""], ["triggered", "x"]])
    func first(arguments: [String]) async throws {
        let installed = try await install(arguments: arguments)
        #expect(installed.status == 0 && installed.text == "" && installed.calls == "", "\(installed)")
    }
}
