import Glibc
import Systemd
import Testing

@testable import HostSupport
@testable import TrellisHost

@Suite("The limit on open files", .timeLimit(.minutes(2)))
struct DescriptorLimitTests {
    @Test(
        "allows connections with two descriptors each, and a reserve",
        arguments: [
            (nil, 4_096), (65_536, 4_096), (8_448, 4_096), (8_447, 4_095), (1_024, 384), (300, 112), (102, 16), (2, 1),
        ])
    func connections(limit: Int?, expected: Int) {
        #expect(DescriptorLimit(count: limit, processors: 2).connections(of: 4_096) == expected)
    }

    @Test("is rejected below the minimum", arguments: [(2, 102), (64, 288)])
    func minimum(processors: Int, minimum: Int) throws {
        try DescriptorLimit(count: nil, processors: processors).requireMinimum()
        try DescriptorLimit(count: minimum, processors: processors).requireMinimum()
        let failure = #expect(throws: HostFailure.self) {
            try DescriptorLimit(count: minimum - 1, processors: processors).requireMinimum()
        }
        #expect(failure?.exitStatus == .configuration)
        #expect(failure?.message.hasSuffix(" is \(minimum - 1), and the daemon requires at least \(minimum)") == true)
    }

    @Test("allows no more connections than requested")
    func few() {
        #expect(DescriptorLimit(count: 65_536).connections(of: 5) == 5)
    }

    @Test(
        "reduces the connections per user in proportion",
        arguments: [
            (nil, 1_024, 1_024), (8_448, 1_024, 1_024), (1_024, 1_024, 96), (300, 1_024, 28), (300, 4_096, 112),
            (300, 65_536, 112), (300, 1, 1), (2, 1_024, 1),
        ])
    func connectionsPerUser(limit: Int?, configured: Int, expected: Int) {
        let limit = DescriptorLimit(count: limit, processors: 2)
        #expect(limit.connectionsPerUser(of: configured, among: 4_096) == expected)
    }

    @Test(
        "uses at most a quarter of the reserve for reserved connections",
        arguments: [(nil, 16, 16), (1_024, 16, 16), (1_024, 64, 32), (300, 16, 9), (102, 16, 8)])
    func reservedConnections(limit: Int?, configured: Int, expected: Int) {
        #expect(DescriptorLimit(count: limit, processors: 2).reservedConnections(of: configured) == expected)
    }

    @Test("is raised to the hard limit")
    func raising() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 200, rlim_max: 300)
            #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            #expect(DescriptorLimit.raise() == DescriptorLimit(count: 300))
            #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            #expect(limit.rlim_cur == 300)
        }
    }
}
