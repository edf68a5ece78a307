/// Writes metrics in one of the text formats.
struct ExpositionWriter {
    private let format: ExpositionFormat
    private var text = ""

    init(_ format: ExpositionFormat) { self.format = format }

    /// Writes a family with its metrics.
    mutating func write(_ family: MetricCollection.Family) {
        writeMetadata(of: family.declaration)
        let name = family.declaration.name
        for metric in family.metrics {
            switch metric.value {
            case .integer(let value):
                write(name + (family.declaration.kind.suffix ?? ""), metric.labels.text, "\(value)")
            case .number(let value):
                write(name + (family.declaration.kind.suffix ?? ""), metric.labels.text, Self.text(of: value))
            case .info: write(name + "_info", metric.labels.text, "1")
            case .state(let current, let states):
                for state in states {
                    write(name, metric.labels.text(adding: name, state), state == current ? "1" : "0")
                }
            case .histogram(let value): write(value, name, metric.labels)
            }
        }
    }

    /// Ends the text.
    ///
    /// - Returns: The text.
    consuming func finish() -> String {
        switch format {
        case .openMetrics: text + "# EOF\n"
        case .prometheusText: text
        }
    }

    private mutating func writeMetadata(of family: MetricFamily) {
        switch format {
        case .openMetrics:
            text += "# TYPE \(family.name) \(family.kind.rawValue)\n"
            if let unit = family.unit { text += "# UNIT \(family.name) \(unit)\n" }
            if !family.help.isEmpty {
                text += "# HELP \(family.name) \(family.help.escaped(escapingQuotes: true))\n"
            }
        case .prometheusText:
            // The format has neither info nor stateset, and the name of a counter includes the suffix.
            let name = family.name + (family.kind.suffix ?? "")
            if !family.help.isEmpty { text += "# HELP \(name) \(family.help.escaped(escapingQuotes: false))\n" }
            let kind =
                switch family.kind {
                case .counter, .gauge, .histogram: family.kind.rawValue
                case .stateSet, .info: MetricFamily.Kind.gauge.rawValue
                }
            text += "# TYPE \(name) \(kind)\n"
        }
    }

    private mutating func write(_ histogram: HistogramValue, _ name: String, _ labels: MetricLabels) {
        var count = 0
        for (bound, within) in zip(histogram.bounds + [.infinity], histogram.counts) {
            count += within
            write("\(name)_bucket", labels.text(adding: "le", Self.text(of: bound)), "\(count)")
        }
        write("\(name)_count", labels.text, "\(count)")
        write("\(name)_sum", labels.text, Self.text(of: histogram.sum))
    }

    private mutating func write(_ name: String, _ labels: String, _ value: String) {
        text += name
        if !labels.isEmpty { text += "{\(labels)}" }
        text += " \(value)\n"
    }

    /// The text of a number: the shortest one that denotes it, with a point or an exponent.
    static func text(of number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Inf" : "+Inf" }
        return "\(number)"
    }
}
