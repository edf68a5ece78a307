import OpenMetrics
import ServiceLifecycle
import Trellis

/// The service that adds a sample to the record in each interval.
struct UsageRecorder: Service, CustomStringConvertible {
    /// The name of the service in the log.
    let description = "usage recorder"

    private let source: any ExpositionSource
    private let record: UsageRecord
    private let clock: WallClock

    init(source: any ExpositionSource, record: UsageRecord, clock: WallClock) {
        (self.source, self.record, self.clock) = (source, record, clock)
    }

    /// Adds samples until the plugin or its generation stops.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat {
                record.add(source, at: clock.now())
            } while (try? await clock.sleep(HistorySample.interval)) != nil
        }
    }
}
