import Foundation
import Testing
import Trellis
import TrellisTesting

@testable import Sampler

@Suite("Faults of Sampler", .timeLimit(.minutes(2)))
struct FaultTests {
    @Test("a sample that cannot be read is skipped")
    func skipped() async throws {
        let clock = ManualClock()
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder, clock: clock.clock)
            let state = URL(filePath: environment.directories.directories(of: "sampler").state.string)
            try FileManager.default.createDirectory(
                at: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Data("7".utf8).write(to: state.appending(path: "number"))
            try await withPlugin(SamplerPlugin.self, environment: environment) { plugin in
                let sampler = SamplerClient(plugin.caller)
                try await clock.sleeper()
                try plugin.inject("1*error(EIO)", at: "read")
                for time in ["2027-01-15T08:00:00Z", "2027-01-15T08:00:20Z"] {
                    try await clock.passNext(.seconds(10))
                    try await clock.sleeper()
                    #expect(try await sampler.last().time == time)
                }
            }
        }
    }
}
