import Foundation

/// What was measured in one run.
public struct Figure: Codable, Sendable {
    /// Whether a small or a large figure is good.
    public enum Direction: String, Codable, Sendable {
        case lower
        case higher
    }

    /// What was measured.
    public var name: String
    /// The figure.
    public var value: Double
    /// The figure's unit, such as `ns`.
    public var unit: String
    /// The name of the measurement that this one is compared with, if it is.
    public var reference: String?
    /// The figure divided by the reference's; both were taken in turns in one process.
    public var ratio: Double?
    /// Which figures are good.
    public var better: Direction
    /// The ratio that is allowed, where there is one.
    public var limit: Double?

    /// Makes a measurement.
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

    /// Whether the ratio is as it should be; nil where no limit is set.
    public var isWithinLimit: Bool? {
        guard let limit, let ratio else { return nil }
        return better == .lower ? ratio <= limit : ratio >= limit
    }

    /// Writes all members, those that are missing as null.
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
