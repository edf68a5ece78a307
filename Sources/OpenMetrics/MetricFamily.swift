/// The declaration of metrics with the same name, type and unit, which differ in their labels.
///
/// The sections "MetricFamily" of the specification OpenMetrics 1.0 define the terms.
public struct MetricFamily: Sendable, Hashable {
    /// The type of the metrics of a family.
    public enum Kind: String, Sendable, CaseIterable {
        /// A count of events since the start of the process, which never decreases.
        case counter
        /// A value that increases and decreases.
        case gauge
        /// The number of values in each of several ranges, and their sum.
        case histogram
        /// One of several states.
        case stateSet = "stateset"
        /// Texts that do not change while the process runs, such as a version. They are the labels of the metric.
        case info
    }

    /// The name, with the unit and without a suffix such as `_total`: `trellis_call_duration_seconds`.
    public let name: String

    /// The type.
    public let kind: Kind

    /// The unit, in the plural: `seconds` or `bytes`; nil for a number without a unit.
    public let unit: String?

    /// The description, one sentence.
    public let help: String

    /// Creates a declaration.
    ///
    /// Characters of the name that the format does not permit are replaced by underscores. The unit becomes the suffix of
    /// the name, and the suffix `_total` of a counter, or `_info`, is removed from the name.
    ///
    /// - Parameters:
    ///   - name: The name, such as `trellis_calls`.
    ///   - kind: The type.
    ///   - unit: The unit; nil for none. Default: nil.
    ///   - help: The description, one sentence.
    public init(_ name: String, _ kind: Kind, unit: String? = nil, help: String) {
        var name = name.metricName
        if let suffix = kind.suffix, name.hasSuffix(suffix) { name.removeLast(suffix.count) }
        if let unit, !name.hasSuffix("_\(unit)") { name += "_\(unit)" }
        (self.name, self.kind, self.unit, self.help) = (name, kind, unit, help)
    }
}

extension MetricFamily.Kind {
    /// The suffix of the sample of a metric with one sample; nil if the sample has the name of the family.
    var suffix: String? {
        switch self {
        case .counter: "_total"
        case .info: "_info"
        case .gauge, .histogram, .stateSet: nil
        }
    }
}

extension String {
    /// The text with an underscore in place of each character that names of metrics and labels cannot contain.
    var metricName: String {
        var name = ""
        for scalar in unicodeScalars {
            let isPermitted = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            name.unicodeScalars.append(isPermitted ? scalar : "_")
        }
        return name.first.map { $0.isNumber } == false ? name : "_" + name
    }
}
