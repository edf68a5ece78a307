import Foundation
import Trellis

/// The health check of the samples.
struct SamplerHealth: HealthCheck {
    static let subject = "samples"

    let samples: Samples
    let configuration: SamplerConfiguration
    let clock: WallClock

    func check() async throws -> Health {
        guard let last = samples.last else { return .degraded(reason: "there is no sample yet") }
        let age = Duration.seconds(clock.now().timeIntervalSince(last.time))
        return age <= configuration.interval * 3 ? .healthy : .degraded(reason: "the newest sample is \(age) old")
    }
}
