/// The metrics of one exposition.
public struct MetricCollection: Sendable {
    /// A family with its metrics.
    struct Family: Sendable {
        let declaration: MetricFamily
        var metrics: [(labels: MetricLabels, value: MetricValue)]
    }

    private var families: [String: Family] = [:]

    /// Adds a metric.
    ///
    /// - Parameters:
    ///   - family: The family, which is declared by its first metric. A metric of another type with the same name is ignored.
    ///   - value: The value. A value that the type of the family does not permit is ignored.
    ///   - labels: The names and values of the labels. Default: none.
    public mutating func add(_ family: MetricFamily, _ value: MetricValue, labels: [(String, String)] = []) {
        guard family.kind.permits(value) else { return }
        add(family, [(MetricLabels(labels), value)])
    }

    /// Adds an integer.
    ///
    /// - Parameters:
    ///   - family: The family: a counter or a gauge.
    ///   - value: The value.
    ///   - labels: The names and values of the labels. Default: none.
    public mutating func add(_ family: MetricFamily, _ value: Int, labels: [(String, String)] = []) {
        add(family, .integer(value), labels: labels)
    }

    mutating func add(_ family: MetricFamily, _ metrics: [(labels: MetricLabels, value: MetricValue)]) {
        // The metrics are appended in place: a copy for each of a thousand plugins would take a second.
        guard families[family.name, default: Family(declaration: family, metrics: [])].declaration.kind == family.kind
        else { return }
        families[family.name, default: Family(declaration: family, metrics: [])].metrics += metrics
    }

    /// The families, sorted by name, with their metrics sorted by labels.
    ///
    /// The first of several metrics with the same labels is kept, because the formats do not permit duplicates.
    var sortedFamilies: [Family] {
        families.values.sorted { $0.declaration.name < $1.declaration.name }.map { family in
            var known: Set<MetricLabels> = []
            let metrics = family.metrics.filter { known.insert($0.labels).inserted }
            return Family(
                declaration: family.declaration, metrics: metrics.sorted { $0.labels.text < $1.labels.text })
        }
    }
}

extension MetricFamily.Kind {
    fileprivate func permits(_ value: MetricValue) -> Bool {
        switch (self, value) {
        case (.counter, .integer(let value)): value >= 0
        case (.counter, .number(let value)): value >= 0
        case (.gauge, .integer), (.gauge, .number), (.histogram, .histogram), (.stateSet, .state), (.info, .info): true
        default: false
        }
    }
}
