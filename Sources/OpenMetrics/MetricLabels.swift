/// The labels of a metric, as the text that both formats contain.
struct MetricLabels: Sendable, Hashable {
    /// The labels, separated by commas, such as `method="Add",plugin="items"`.
    ///
    /// Empty without labels.
    let text: String

    /// Renders labels.
    ///
    /// Characters of a name that the format does not permit are replaced by underscores. The last of several values for a name
    /// is used, because a name must not repeat.
    ///
    /// - Parameter labels: The names and values, in the order of the text.
    init(_ labels: [(String, String)]) {
        var values: [(name: String, value: String)] = []
        for (label, value) in labels {
            let name = label.metricName
            if let index = values.firstIndex(where: { $0.name == name }) {
                values[index].value = value
            } else {
                values.append((name, value))
            }
        }
        text = values.map { "\($0.name)=\"\($0.value.escaped(escapingQuotes: true))\"" }.joined(separator: ",")
    }

    private init(text: String) { self.text = text }

    /// The labels with a further one.
    func adding(_ name: String, _ value: String) -> MetricLabels {
        let label = "\(name)=\"\(value.escaped(escapingQuotes: true))\""
        return MetricLabels(text: text.isEmpty ? label : text + "," + label)
    }
}

extension String {
    /// The text with the escape sequences of the formats.
    ///
    /// - Parameter escapesQuotes: Whether quotation marks are escaped, as in the values of labels.
    /// - Returns: The text.
    func escaped(escapingQuotes escapesQuotes: Bool) -> String {
        guard utf8.contains(where: { $0 == 0x5C || $0 == 0x0A || $0 == 0x22 }) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where escapesQuotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
