import CoreMetrics
import Foundation
import Trellis

/// The source of the number.
protocol SampleSource: Sendable {
    /// Reads the number.
    ///
    /// - Throws: `PluginFailure` when the source has no number.
    func read() throws(PluginFailure) -> Double
}

/// A source that reads the file `number` in the state directory of the plugin.
struct FileSource: SampleSource {
    private let path: FilePath
    private let reading: Failpoint
    private let reads: Counter

    init(plugin: PluginEnvironment) throws(PluginFailure) {
        path = plugin.directories.state.appending("number")
        reading = plugin.failpoint("read")
        reads = plugin.metrics.counter("reads", "Numbers that were read.", labels: [("source", "file")])
        _ = try read()
    }

    func read() throws(PluginFailure) -> Double {
        do {
            try reading.evaluateBlocking()
        } catch {
            throw PluginFailure(.storage, "cannot read \(path)", advice: "Check the disk", cause: error)
        }
        guard let text = try? String(contentsOfFile: path.string, encoding: .utf8) else {
            throw PluginFailure(.unavailable, "cannot read \(path)", advice: "Write a number to the file")
        }
        guard let number = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw PluginFailure(.data, "\(path) does not contain a number", advice: "Write a number to the file")
        }
        reads.increment()
        return number
    }
}
