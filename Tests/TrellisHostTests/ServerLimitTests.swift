import Foundation
import SystemPackage
import Testing
import Trellis

@testable import TrellisHost

@Suite("The limits of the control socket", .timeLimit(.minutes(2)))
struct ServerLimitTests {
    private func limits(_ options: [String]) throws -> VarlinkServerConfiguration {
        try LoadedConfiguration(path: nil, options: options, registrations: []).host.control.server
    }

    @Test("have the server's default values, and lower ones for the connections")
    func defaults() throws {
        var expected = VarlinkServerConfiguration()
        (expected.maximumConnections, expected.maximumConnectionsPerUser) = (1_024, 512)
        #expect(try limits([]) == expected)
    }

    @Test("can all be configured")
    func every() throws {
        let set = try limits([
            "control.messageSize=2M", "control.messageDepth=100", "control.timeoutMessage=7s",
            "control.inputSizePerUser=8M", "control.readAheadSize=8K", "control.waitingCalls=9",
            "control.unreadReplySize=16K", "control.timeoutUnread=8s", "control.timeoutIdle=9min",
            "control.connections=20", "control.connectionsPerUser=10", "control.backlog=11", "control.timeoutClose=3s",
            "control.connectionsReserved=12",
        ])
        // This expectation fails if a limit of the server cannot be configured.
        let standard = Mirror(reflecting: VarlinkServerConfiguration()).children
        for (one, other) in zip(standard, Mirror(reflecting: set).children) {
            #expect("\(one.value)" != "\(other.value)", "\(one.label ?? "")")
        }
        #expect(set.maximumMessageSize == 2 << 20)
        #expect(set.maximumDepth == 100)
        #expect(set.messageTimeout == .seconds(7))
        #expect(set.maximumInputSizePerUser == 8 << 20)
        #expect(set.readAheadSize == 8 << 10)
        #expect(set.maximumWaitingCalls == 9)
        #expect(set.unreadReplySize == 16 << 10)
        #expect(set.unreadReplyTimeout == .seconds(8))
        #expect(set.idleTimeout == .seconds(540))
        #expect(set.maximumConnections == 20)
        #expect(set.maximumConnectionsPerUser == 10)
        #expect(set.reservedConnections == 12)
        #expect(set.backlog == 11)
        #expect(set.closeTimeout == .seconds(3))
    }

    @Test("are disabled by zero if they are time limits")
    func unlimited() throws {
        let set = try limits(["control.timeoutMessage=0", "control.timeoutUnread=0", "control.timeoutIdle=0"])
        #expect(set.messageTimeout == nil)
        #expect(set.unreadReplyTimeout == nil)
        #expect(set.idleTimeout == nil)
    }

    @Test("must not contradict each other")
    func contradiction() {
        let error = #expect(throws: ConfigurationError.self) {
            try limits(["control.messageSize=16M", "control.inputSizePerUser=8M"])
        }
        #expect(error?.diagnostics.map(\.path) == [["control", "inputSizePerUser"]])
    }

    @Test("are documented with their defaults in the shipped configuration")
    func shipped() throws {
        let checkout = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let shipped = try String(contentsOf: checkout.appending(path: "etc/trellis/trellis.yaml"), encoding: .utf8)
            .split(separator: "\n").map { $0.drop { $0 == " " || $0 == "#" } }
        let settings = Settings(path: ["control"], source: NoSettings())
        _ = ControlConfiguration(from: settings)
        for setting in settings.declarations where setting.path.count == 2 {
            guard let value = setting.defaultText else { continue }
            #expect(shipped.contains("\(setting.path[1]): \(value)"), "\(setting.path)")
        }
    }
}
