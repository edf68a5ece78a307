/// The kind of a diagnostic.
///
/// The codes are stable: tools and documents may rely on them.
public enum DiagnosticCode: String, Hashable, Sendable, CaseIterable {
    /// An initializer requires a key that no binding provides.
    ///
    /// See <doc:SC001>.
    case missing = "SC001"
    /// Bindings, or blueprints that are validated together, require each other in a cycle.
    ///
    /// See <doc:SC002>.
    case cycle = "SC002"
    /// Several scopes provide a required key, and none is nearer than the others.
    ///
    /// See <doc:SC003>.
    case ambiguous = "SC003"
    /// An instance requires another one with a shorter lifetime.
    ///
    /// See <doc:SC004>.
    case captive = "SC004"
    /// A blueprint provides a key twice.
    ///
    /// See <doc:SC005>.
    case duplicate = "SC005"
    /// No requirement can name the key of a binding, such as the `X?` of a failable initializer.
    ///
    /// See <doc:SC006>.
    case unusableKey = "SC006"
    /// A blueprint exports a key that it does not provide.
    ///
    /// See <doc:SC007>.
    case unboundExport = "SC007"
    /// An override has no binding to replace.
    ///
    /// See <doc:SC008>.
    case unmatchedOverride = "SC008"
    /// Two scopes under one parent have the same name.
    ///
    /// See <doc:SC009>.
    case duplicateName = "SC009"
    /// An option does not apply to the binding, or to the way in which it is requested.
    ///
    /// See <doc:SC010>.
    case unsuitableOption = "SC010"
    /// An imported key is not used.
    ///
    /// See <doc:SC011>.
    case unusedImport = "SC011"
    /// A key is imported from a scope that does not export it or does not exist.
    ///
    /// See <doc:SC012>.
    case unmetImport = "SC012"
    /// No scope above provides an input of an isolated scope.
    ///
    /// See <doc:SC013>.
    case unmetInput = "SC013"

    /// The name of the problem, such as `missing binding`.
    public var name: String {
        switch self {
        case .missing: "missing binding"
        case .cycle: "cycle"
        case .ambiguous: "ambiguous binding"
        case .captive: "captive instance"
        case .duplicate: "duplicate binding"
        case .unusableKey: "unusable key"
        case .unboundExport: "unbound export"
        case .unmatchedOverride: "override without a target"
        case .duplicateName: "duplicate name"
        case .unsuitableOption: "unsuitable option"
        case .unusedImport: "unused import"
        case .unmetImport: "unmet import"
        case .unmetInput: "unmet input"
        }
    }
}
