import Foundation

/// A measurement.
public struct Figure: Codable, Sendable {
    /// The direction of improvement.
    public enum Direction: String, Codable, Sendable {
        case lower
        case higher
    }

    /// The name of the measurement, such as `read through a slot`.
    public var name: String
    /// The measured value, in `unit`.
    public var value: Double
    /// The unit, such as `ns`.
    public var unit: String
    /// The name of the measurement that this one is compared with; nil without a comparison.
    public var reference: String?
    /// The value divided by the value of the reference, both measured alternately in the same process.
    public var ratio: Double?
    /// The direction of improvement.
    public var better: Direction
    /// The limit of the ratio; nil for no limit.
    public var limit: Double?

    /// Creates a measurement.
    public init(
        _ name: String, _ value: Double, _ unit: String, reference: String? = nil, ratio: Double? = nil,
        better: Direction = .lower, limit: Double? = nil
    ) {
        self.name = name
        self.value = value
        self.unit = unit
        self.reference = reference
        self.ratio = ratio
        self.better = better
        self.limit = limit
    }

    /// Whether the ratio is within its limit; nil without a limit.
    public var isWithinLimit: Bool? {
        guard let limit, let ratio else { return nil }
        return better == .lower ? ratio <= limit : ratio >= limit
    }

    /// Encodes all members, nil as null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(value, forKey: .value)
        try container.encode(unit, forKey: .unit)
        try container.encode(reference, forKey: .reference)
        try container.encode(ratio, forKey: .ratio)
        try container.encode(better, forKey: .better)
        try container.encode(limit, forKey: .limit)
    }

    /// Prints the measurement as one line of JSON, for `BenchmarkReport`.
    public func report() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(self), as: UTF8.self))
    }
}
