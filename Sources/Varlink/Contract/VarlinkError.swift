/// An error of an interface, which travels by its name with typed parameters.
public protocol VarlinkError: Error, Sendable {
    /// The name of the interface that declares it, such as `io.trellis.Items`.
    static var interface: String { get }

    /// The bare name, such as `NoSuchItem`.
    var name: String { get }

    /// Writes the parameters, as one JSON object.
    func writeParameters(to writer: inout JSONWriter)

    /// Reads an error of this interface; nil when it declares none of this name.
    ///
    /// - Parameters:
    ///   - name: The bare name.
    ///   - reader: The parameters, an object.
    /// - Throws: ``VarlinkDecodingError`` when the parameters are not those of the error.
    init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError)
}

extension VarlinkError {
    /// The name with the interface before it, such as `io.trellis.Items.NoSuchItem`.
    public var qualifiedName: String {
        Self.interface + "." + name
    }
}

/// The errors of an interface that declares none.
public enum NoErrors: VarlinkError {
    /// No interface.
    public static let interface = ""

    /// Never asked for: there is no value.
    public var name: String {
        switch self {}
    }

    /// Never called: there is no value.
    public func writeParameters(to writer: inout JSONWriter) {
        switch self {}
    }

    /// nil: there is no value.
    public init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) {
        return nil
    }
}
