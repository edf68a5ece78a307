import Foundation
import Subprocess
import SystemPackage
import Testing

/// A network of several machines on one: a network namespace for each of them, and a bridge that connects them.
///
/// The namespaces are removed when the process that holds them ends, also when the test is killed.
struct ClusterNetwork: Sendable {
    /// The first three numbers of all addresses, which are not visible outside of the network.
    static let prefix = "10.77.0"

    /// The process in whose network namespace the bridge is.
    private let holder: pid_t

    /// Creates the machines `m1` to `m3`, with the addresses 1 to 3, and `host1` to `host3`, with the addresses 11 to 13.
    ///
    /// The names in /run/netns are in a file system of the process's mount namespace.
    private static let script = """
        set -e
        mkdir -p /run/netns
        mount -t tmpfs none /run/netns
        ip link add name bridge0 type bridge
        ip link set dev bridge0 up
        for machine in m1:1 m2:2 m3:3 host1:11 host2:12 host3:13; do
            name=${machine%:*}
            ip netns add "$name"
            ip link add name "$name" type veth peer name eth0 netns "$name"
            ip link set dev "$name" master bridge0 up
            ip -n "$name" address add "\(prefix).${machine#*:}/24" dev eth0
            ip -n "$name" link set dev eth0 up
            ip -n "$name" link set dev lo up
        done
        echo ready >&2
        read -r line || true
        """

    /// The arguments of unshare(1) that run a script in new namespaces.
    private static func arguments(_ script: String) -> Arguments {
        ["--net", "--mount", "--propagation", "private", "sh", "-c", script]
    }

    /// Creates a network while a body uses it.
    ///
    /// - Throws: ``SetupError``, and any error of the body.
    static func with<Result: Sendable>(_ body: (ClusterNetwork) async throws -> Result) async throws -> Result {
        try await Subprocess.run(
            .path("/usr/bin/unshare"), arguments: arguments(script), input: .inputWriter, output: .discarded,
            error: .sequence
        ) { execution in
            var messages: [String] = []
            for try await line in execution.standardError.strings() {
                messages.append(line)
                if line.hasPrefix("ready") { break }
            }
            guard messages.last?.hasPrefix("ready") == true else { throw SetupError(messages: messages) }
            let network = ClusterNetwork(holder: execution.processIdentifier.value)
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await body(network)) } catch { result = .failure(error) }
            // At the end of its input, the script exits.
            try await execution.standardInputWriter.finish()
            return try result.get()
        }.closureResult
    }

    /// The error of a network that was not created.
    struct SetupError: Error, CustomStringConvertible {
        var messages: [String]
        var description: String { "the network was not created: \(messages.joined(separator: "\n"))" }
    }

    /// The command line of a program that runs the appended command line on a machine, without a process of its own.
    func entering(_ machine: String) -> [String] {
        ["/usr/bin/nsenter", "--target", "\(holder)", "--mount", "--", "ip", "netns", "exec", machine]
    }

    /// Disconnects a machine: its packets are lost, and its connections remain open.
    func cut(_ machine: String) async throws { try await setLink(of: machine, "down") }

    /// Connects a machine again.
    func heal(_ machine: String) async throws { try await setLink(of: machine, "up") }

    private func setLink(of machine: String, _ state: String) async throws {
        let command = ["--target", "\(holder)", "--net", "--", "ip", "link", "set", "dev", machine, state]
        let result = try await Workplace.run("/usr/bin/nsenter", command)
        guard result.status == 0 else { throw CommandFailure(command: ["nsenter"] + command, result: result) }
    }

    /// Whether this process may create such a network.
    static func isSupported() async -> Bool {
        let script = "ip link add name a type bridge && ip link add name b type veth peer name c"
        let result = try? await Subprocess.run(
            .path("/usr/bin/unshare"), arguments: arguments(script), output: .discarded, error: .discarded)
        return result?.terminationStatus.isSuccess == true
    }
}

extension Trait where Self == ConditionTrait {
    /// A trait for tests that create a network: skips these tests, with the reason, where this is not possible.
    static var createsNetwork: Self {
        .enabled("requires root and Debian's package iproute2 to create network namespaces") {
            await ClusterNetwork.isSupported()
        }
    }
}
