extension Error {
    /// The error as text, with its type if that is not part of it.
    ///
    /// The text of a case of an enumeration is only its name.
    var textWithType: String {
        let error: Any = self
        let isPlainCase = Mirror(reflecting: error).displayStyle == .enum && !(error is any CustomStringConvertible)
        return isPlainCase ? "\(type(of: self)).\(self)" : "\(self)"
    }
}
