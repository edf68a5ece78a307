/// The place in the source where a binding was declared.
public struct BindingLocation: Hashable, Sendable, CustomStringConvertible {
    /// The file, as `#fileID` writes it: the module, a slash, the file's name.
    public let file: String

    /// The line in the file, counted from 1.
    public let line: Int

    /// Makes a location.
    ///
    /// Verbs take it from `#fileID` and `#line` of their caller.
    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// The location as `Module/File.swift:12`.
    public var description: String {
        "\(file):\(line)"
    }
}
