public import Scopes

extension Blueprint {
    /// Declares the files of the plugin that a backup contains.
    ///
    /// `trellisctl backup` copies them while the plugin runs, and `trellisd --restore` puts them back into the plugin's state
    /// directory.
    ///
    /// - Parameters:
    ///   - parts: Returns the files. The parameters are the dependencies.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func backUp<each D: Sendable, F: Error>(
        _ parts: @escaping @Sendable (repeat each D) throws(F) -> [BackupPart], file: String = #fileID,
        line: Int = #line
    ) {
        contribute(parts, file: file, line: line) { BackupParts(all: $0) }
    }
}
