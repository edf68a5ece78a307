import Foundation
import SystemPackage
import Testing
import TrellisTesting

/// Hosts behind a program that stands in for ssh: it runs the remote command on this machine.
///
/// `one` and `two` have a daemon each. `down` refuses connections, `bare` has no `trellisctl`, `noisy` has a start-up file
/// that prints, on `idle` no daemon runs, and `silent` does not respond.
struct HostNetwork: Sendable {
    let one: SampleDaemon
    let two: SampleDaemon
    private let folder: FilePath

    /// The environment variables of a program that uses the network.
    var variables: [String: String] {
        var variables = one.variables
        variables["TRELLIS_SOCKET"] = "/nonexistent/local"
        variables["TRELLIS_SSH"] = folder.appending("ssh").string
        variables["PATH"] = Program.trellisctl.dropLast("/trellisctl".count) + ":/usr/bin:/bin"
        return variables
    }

    /// The command lines of ssh so far.
    var connections: [String] {
        ((try? String(contentsOfFile: folder.appending("log").string, encoding: .utf8)) ?? "")
            .split(separator: "\n").map(String.init)
    }

    /// Runs `trellisctl` to its end.
    func run(_ words: String..., input: String = "") async throws -> Program.Ended {
        try await Program.run(words, input: input, variables: variables)
    }

    /// Whether processes of ssh still run.
    var isConnected: Bool {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.contains { process in
            guard Int(process) != nil,
                let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ"),
                let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
            else { return false }
            return line.range(of: Data("bridge".utf8)) != nil && environment.range(of: Data(folder.string.utf8)) != nil
        }
    }

    /// Runs a body with the network.
    static func with(_ body: (HostNetwork) async throws -> Void) async throws {
        try await withSampleDaemon { one in
            try await withSampleDaemon { two in try await with(one, two, body) }
        }
    }

    /// Runs a body with a network of daemons that may not run.
    static func with(
        _ one: SampleDaemon, _ two: SampleDaemon, _ body: (HostNetwork) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let network = HostNetwork(one: one, two: two, folder: folder)
            try network.script.write(toFile: folder.appending("ssh").string, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: folder.appending("ssh").string)
            try await body(network)
        }
    }

    private var script: String {
        """
        #!/bin/sh
        if [ "$1" = -G ]; then
            [ -z "$SSH_SETTINGS" ] || { echo "$SSH_SETTINGS"; exit; }
            case $* in *ConnectTimeout*) ;; *) echo connecttimeout none ;; esac
            echo serveraliveinterval 0
            exit
        fi
        options=$*
        printf '%s\\n' "$*" >> '\(folder)/log'
        while [ "$1" != -- ]; do shift; done
        host=$2
        shift 2
        case $host in
            one) export TRELLIS_SOCKET='\(one.socket)' ;;
            two) export TRELLIS_SOCKET='\(two.socket)' ;;
            down) echo 'ssh: connect to host down port 22: Connection refused' >&2; exit 255 ;;
            bare) PATH=/nonexistent ;;
            noisy) echo; echo 'Welcome to noisy'; export TRELLIS_SOCKET='\(one.socket)' ;;
            silent)
                case $options in
                    *ConnectTimeout*) echo 'ssh: connect to host silent port 22: Connection timed out' >&2; exit 255 ;;
                esac
                exec sleep infinity ;;
            idle) export TRELLIS_SOCKET=/nonexistent/idle ;;
            *) echo "unknown host $host" >&2; exit 1 ;;
        esac
        exec /bin/sh -c "exec $*"
        """
    }
}
