/// An enum of the interface language, encoded as a string.
public protocol VarlinkEnum: VarlinkValue, RawRepresentable where RawValue == String {}

extension VarlinkEnum {
    /// Reads a value of the enum.
    ///
    /// - Throws: ``VarlinkDecodingError`` when the JSON value is not a string or not a value of the enum.
    public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        let text = try reader.string()
        guard let value = Self(rawValue: text) else {
            throw VarlinkDecodingError(.unknownCase(text, known: Self.knownValues))
        }
        self = value
    }

    /// Writes the value as a string.
    public func write(to writer: inout JSONWriter) {
        writer.string(rawValue)
    }

    /// The strings of all values; empty when the enum cannot list them.
    private static var knownValues: [String] {
        guard let listable = Self.self as? any CaseIterable.Type else { return [] }
        return listable.anyCases.compactMap { ($0 as? Self)?.rawValue }
    }
}

extension CaseIterable {
    fileprivate static var anyCases: [Any] { Array(allCases) }
}
