/// An error of an interface, sent as its name and typed parameters.
public protocol VarlinkError: Error, Sendable {
    /// The name of the interface that declares the error, such as `io.trellis.Items`.
    static var interface: String { get }

    /// The unqualified name, such as `NoSuchItem`.
    var name: String { get }

    /// Writes the parameters as one JSON object.
    func writeParameters(to writer: inout JSONWriter)

    /// Reads an error of this interface; nil when the interface declares no error of this name.
    ///
    /// - Parameters:
    ///   - name: The unqualified name, such as `NoSuchItem`.
    ///   - reader: The parameters, an object.
    /// - Throws: ``VarlinkDecodingError`` when the parameters do not match the error.
    init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError)
}

extension VarlinkError {
    /// The qualified name, such as `io.trellis.Items.NoSuchItem`.
    public var qualifiedName: String {
        Self.interface + "." + name
    }
}

/// The error type of an interface that declares no errors.
public enum NoErrors: VarlinkError {
    /// An empty name.
    public static let interface = ""

    /// Never called, because the type has no values.
    public var name: String {
        switch self {}
    }

    /// Never called, because the type has no values.
    public func writeParameters(to writer: inout JSONWriter) {
        switch self {}
    }

    /// Always nil.
    public init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) {
        return nil
    }
}
