public import CoreMetrics
public import OpenMetrics

/// The metrics of one plugin, which the plugin Metrics exposes.
///
/// The name of a metric is `trellis_` with the given name, and each metric has the label `plugin`. Make a metric once, in an
/// initializer:
///
/// ```swift
/// let downloads = plugin.metrics.counter("downloads", "The completed downloads.", labels: [("source", "tmdb")])
/// downloads.increment()
/// // trellis_downloads_total{source="tmdb",plugin="movies"} 1
/// ```
///
/// Metrics with the same name and labels are the same metric, in every life of the plugin. Use labels with few values only:
/// each combination of values is a time series in the monitoring system.
public struct PluginMetrics: Sendable {
    private let registry: MetricRegistry
    private let plugin: String

    /// Creates the metrics of a plugin.
    ///
    /// The host derives them from its registry. Tests can create them directly.
    ///
    /// - Parameters:
    ///   - plugin: The name under which the plugin is registered.
    ///   - registry: The registry of the daemon. Default: a new one.
    public init(of plugin: String, in registry: MetricRegistry = MetricRegistry()) {
        (self.plugin, self.registry) = (plugin, registry)
    }

    /// Returns a counter, a number that only increases.
    ///
    /// - Parameters:
    ///   - name: The name, a plural such as `downloads`. The suffix `_total` is added.
    ///   - help: One sentence that describes what is counted.
    ///   - labels: The labels, in addition to `plugin`. Default: none.
    /// - Returns: The counter.
    public func counter(_ name: String, _ help: String, labels: [(String, String)] = []) -> Counter {
        declare(name, .counter, help)
        return Counter(label: name, dimensions: labels, factory: factory)
    }

    /// Returns a gauge, a number that increases and decreases.
    ///
    /// - Parameters:
    ///   - name: The name, with the unit at the end, such as `queue_bytes`.
    ///   - help: One sentence that describes the value.
    ///   - labels: The labels, in addition to `plugin`. Default: none.
    /// - Returns: The gauge.
    public func gauge(_ name: String, _ help: String, labels: [(String, String)] = []) -> Meter {
        declare(name, .gauge, help)
        return Meter(label: name, dimensions: labels, factory: factory)
    }

    /// Returns a timer: a histogram of durations, with bounds from 0.1 ms to 10 s.
    ///
    /// - Parameters:
    ///   - name: The name, such as `download`. The suffix `_seconds` is added.
    ///   - help: One sentence that describes the durations.
    ///   - labels: The labels, in addition to `plugin`. Default: none.
    /// - Returns: The timer.
    public func timer(_ name: String, _ help: String, labels: [(String, String)] = []) -> CoreMetrics.Timer {
        declare(name, .histogram, unit: "seconds", help)
        return CoreMetrics.Timer(label: name, dimensions: labels, factory: factory)
    }

    /// A backend of swift-metrics, for libraries that make their metrics themselves.
    ///
    /// It adds the prefix and the label `plugin`.
    public var factory: any MetricsFactory {
        registry.withLabelAndDimensionsMapping { [plugin] name, labels in
            (Self.prefix + name, labels + [("plugin", plugin)])
        }
    }

    private static let prefix = "trellis_"

    private func declare(_ name: String, _ kind: MetricFamily.Kind, unit: String? = nil, _ help: String) {
        registry.declare(MetricFamily(Self.prefix + name, kind, unit: unit, help: help))
    }
}
