/// The source location of a declaration.
public struct BindingLocation: Hashable, Sendable, Encodable, CustomStringConvertible {
    /// The file, in the form of `#fileID`: the module, a slash, the name of the file.
    public let file: String

    /// The line in the file, counted from 1.
    public let line: Int

    /// Creates a location.
    ///
    /// The methods of ``Blueprint`` pass `#fileID` and `#line` of their caller.
    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// The location in the form `Module/File.swift:12`.
    public var description: String {
        "\(file):\(line)"
    }
}
