import ServiceLifecycle
import Trellis

/// The service that samples.
struct SampleLoop: Service, CustomStringConvertible {
    /// The name of the service in the log.
    var description: String { "sample loop" }

    let source: any SampleSource
    let samples: Samples
    let configuration: SamplerConfiguration
    let clock: WallClock
    let logger: Logger

    func run() async throws {
        // Without this function, the service would receive the request to stop, but not be cancelled.
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do throws(PluginFailure) {
                    samples.ring.append(Sample(value: try source.read(), time: clock.now()))
                } catch {
                    logger.warning("no sample", metadata: ["error": "\(error)"])
                }
                // A sleep that is cancelled throws, which ends the service in order when the plugin stops.
                do { try await clock.sleep(configuration.interval) } catch is CancellationError { return }
            }
        }
    }
}
