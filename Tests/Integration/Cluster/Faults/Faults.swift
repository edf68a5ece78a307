import EtcdTesting
import Foundation
import Glibc

/// The faults of a load: members of etcd and hosts are killed, stopped and cut off, and healed.
///
/// At most one member and one host have a fault at a time, so that a majority of the members works together.
struct Faults: Sendable {
    let network: ClusterNetwork
    let members: [TestMember]
    let hosts: [ClusterHost]
    let load: FaultLoad
    let end: ContinuousClock.Instant

    /// A fault of a member or a host.
    private enum Fault: String, CaseIterable {
        case kill, stop, cut

        /// A host that is killed and loses its copy of the items.
        case replace
    }

    /// Injects faults into members until the end.
    func troubleMembers() async throws {
        try await repeatFaults([.kill, .stop, .cut], calm: 1...4, trouble: 1...6) { fault, pause in
            guard let member = members.randomElement() else { return }
            load.report("\(fault) \(member.name)")
            switch fault {
            case .kill, .replace:
                member.kill()
                await pause()
                member.restart()
                try await member.waitUntilServing()
            case .stop:
                member.stop()
                await pause()
                member.resume()
            case .cut:
                try await network.cut(member.name)
                await pause()
                try await network.heal(member.name)
            }
            load.count("member \(fault)")
        }
    }

    /// Injects faults into hosts until the end.
    func troubleHosts() async throws {
        try await repeatFaults(Fault.allCases, calm: 1...5, trouble: 1...8) { fault, pause in
            guard let host = hosts.randomElement() else { return }
            load.report("\(fault) \(host.name)")
            switch fault {
            case .kill, .replace:
                host.kill()
                await pause()
                if fault == .replace { try host.removeCopy() }
                host.restart()
            case .stop:
                host.send(SIGSTOP)
                await pause()
                host.send(SIGCONT)
            case .cut:
                try await network.cut(host.name)
                await pause()
                try await network.heal(host.name)
            }
            load.count("host \(fault)")
        }
    }

    /// Injects each fault once, in random order, and again, until the end.
    private func repeatFaults(
        _ faults: [Fault], calm: ClosedRange<Double>, trouble: ClosedRange<Double>,
        _ inject: (Fault, _ pause: () async -> Void) async throws -> Void
    ) async throws {
        while true {
            for fault in faults.shuffled() {
                try await pause(calm)
                guard ContinuousClock.now < end else { return }
                try await inject(fault) { try? await pause(trouble) }
            }
        }
    }

    /// Waits for a random number of seconds, at most until the end.
    private func pause(_ seconds: ClosedRange<Double>) async throws {
        let pause = ContinuousClock.now + .seconds(Double.random(in: seconds))
        try await Task.sleep(until: min(pause, end))
    }
}
