/// What kind of fault a blueprint has.
///
/// The codes are stable: tools and documents may rely on them.
public enum FaultCode: String, Hashable, Sendable, CaseIterable {
    /// An initialiser asks for something that nothing provides.
    case missing = "SC001"
    /// Bindings, or blueprints that are admitted together, need each other in a circle.
    case cycle = "SC002"
    /// What is asked for is provided in more than one place, and none is nearer than the others.
    case ambiguous = "SC003"
    /// Something that lives longer asks for something that lives shorter.
    case captive = "SC004"
    /// A blueprint provides a key twice.
    case duplicate = "SC005"
    /// A binding's key can't be asked for, such as the `X?` that a failable initialiser makes.
    case unusableKey = "SC006"
    /// A key is exported that the blueprint does not provide.
    case unboundExport = "SC007"
    /// An override found nothing to replace.
    case unmatchedOverride = "SC008"
    /// Two scopes under one parent have one name.
    case duplicateName = "SC009"
    /// An option can't go with the binding, or with the way in which it is asked for.
    case unsuitableOption = "SC010"
    /// A key is imported from a scope of a name, and nothing asks for it.
    case unusedImport = "SC011"
    /// A key is imported from a scope of a name that does not export it, or does not exist.
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
