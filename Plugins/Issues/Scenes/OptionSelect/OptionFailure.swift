/// A failed selection of options.
enum OptionFailure: Error, Hashable {
    /// The repository has no option of this name. The suggestion is a similar name, if there is one.
    case noSuchOption(IssueOption.Kind, name: String, suggestion: String?)
}
