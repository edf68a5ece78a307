/// The labels of a metric, with the text that both formats contain.
struct MetricLabels: Sendable, Hashable {
    /// The names and values, in the order of the text.
    let pairs: [Pair]

    /// A label.
    struct Pair: Sendable, Hashable {
        let name: String
        var value: String
    }

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
        var values: [Pair] = []
        for (label, value) in labels {
            let name = label.metricName
            if let index = values.firstIndex(where: { $0.name == name }) {
                values[index].value = value
            } else {
                values.append(Pair(name: name, value: value))
            }
        }
        pairs = values
        text = values.map { "\($0.name)=\"\($0.value.escaped(escapingQuotes: true))\"" }.joined(separator: ",")
    }

    static func == (left: MetricLabels, right: MetricLabels) -> Bool { left.text == right.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The text of the labels with a further one.
    func text(adding name: String, _ value: String) -> String {
        let label = "\(name)=\"\(value.escaped(escapingQuotes: true))\""
        return text.isEmpty ? label : text + "," + label
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
