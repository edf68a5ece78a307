/// The value of a setting in text form.
public enum SettingValue: Sendable, Hashable {
    /// A single value.
    case text(String)

    /// The elements of a list.
    case texts([String])

    /// The value as one string; a list is in brackets: `[Ada, Bo]`.
    public var text: String {
        switch self {
        case .text(let text): text
        case .texts(let texts): "[\(texts.joined(separator: ", "))]"
        }
    }
}
