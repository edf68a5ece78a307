/// The failure to select an option.
enum OptionFailure: Error, Hashable {
    /// The repository has no option of this kind and name. The suggestion is a similar name, if one exists.
    case noSuchOption(IssueOption.Kind, name: String, suggestion: String?)
}
