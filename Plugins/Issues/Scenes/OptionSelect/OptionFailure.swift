/// Why something can't be chosen.
enum OptionFailure: Error, Hashable {
    /// The repository has none of this name. A name that may have been meant comes along, if there is one.
    case noSuchOption(IssueOption.Kind, name: String, suggestion: String?)
}
