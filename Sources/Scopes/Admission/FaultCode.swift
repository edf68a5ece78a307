/// What kind of fault a blueprint has.
///
/// The codes are stable: tools and documents may rely on them.
public enum FaultCode: String, Hashable, Sendable, CaseIterable {
    /// An initialiser asks for something that nothing provides.
    ///
    /// See <doc:SC001>.
    case missing = "SC001"
    /// Bindings, or blueprints that are admitted together, need each other in a circle.
    ///
    /// See <doc:SC002>.
    case cycle = "SC002"
    /// What is asked for is provided in more than one place, and none is nearer than the others.
    ///
    /// See <doc:SC003>.
    case ambiguous = "SC003"
    /// Something that lives longer asks for something that lives shorter.
    ///
    /// See <doc:SC004>.
    case captive = "SC004"
    /// A blueprint provides a key twice.
    ///
    /// See <doc:SC005>.
    case duplicate = "SC005"
    /// A binding's key can't be asked for, such as the `X?` that a failable initialiser makes.
    ///
    /// See <doc:SC006>.
    case unusableKey = "SC006"
    /// A key is exported that the blueprint does not provide.
    ///
    /// See <doc:SC007>.
    case unboundExport = "SC007"
    /// An override found nothing to replace.
    ///
    /// See <doc:SC008>.
    case unmatchedOverride = "SC008"
    /// Two scopes under one parent have one name.
    ///
    /// See <doc:SC009>.
    case duplicateName = "SC009"
    /// An option can't go with the binding, or with the way in which it is asked for.
    ///
    /// See <doc:SC010>.
    case unsuitableOption = "SC010"
    /// A key is imported from a scope of a name, and nothing asks for it.
    ///
    /// See <doc:SC011>.
    case unusedImport = "SC011"
    /// A key is imported from a scope of a name that does not export it, or does not exist.
    ///
    /// See <doc:SC012>.
    case unmetImport = "SC012"

    /// The code's name in words.
    public var name: String {
        switch self {
        case .missing: "missing binding"
        case .cycle: "cycle"
        case .ambiguous: "ambiguous binding"
        case .captive: "captive instance"
        case .duplicate: "duplicate binding"
        case .unusableKey: "unusable key"
        case .unboundExport: "unbound export"
        case .unmatchedOverride: "override of nothing"
        case .duplicateName: "duplicate name"
        case .unsuitableOption: "unsuitable option"
        case .unusedImport: "unused import"
        case .unmetImport: "unmet import"
        }
    }
}
