import Varlink

extension BuiltInOption {
    /// Whether an option of plugins' commands makes a difference to one, and is therefore offered with it.
    ///
    /// - Parameter reader: The command.
    /// - Returns: Whether it does.
    func applies(to reader: ParameterReader) -> Bool {
        let streaming = reader.command.method.streaming
        switch self {
        case .more: return streaming == .supported
        // Without a reply such a method could only fail, and nobody would hear of it.
        case .oneway: return streaming != .required
        case .follow: return streaming != .never
        case .input: return streaming != .required && !reader.options.isEmpty
        case .batch:
            return streaming != .required && reader.options.contains { $0.isRequired && reader.isList($0.field.type) }
        case .parameters: return !reader.options.isEmpty
        default: return true
        }
    }
}
