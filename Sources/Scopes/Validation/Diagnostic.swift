/// A problem that validation found in a blueprint.
public struct Diagnostic: Hashable, Sendable {
    /// A line of the explanation, with its source location.
    public struct Link: Hashable, Sendable {
        /// The text, for example `ItemFeed needs ItemStore`.
        public let text: String
        /// The source location, if it is known.
        public let location: BindingLocation?
    }

    /// The kind of the problem.
    public let code: DiagnosticCode

    /// The path of the scope with the problem.
    public let scope: String

    /// The problem, in a sentence.
    public var summary: String

    /// The bindings that lead to the problem: each requires the next.
    ///
    /// In a cycle, the last requires the first. For ambiguous and duplicate bindings, the chain contains the
    /// candidates.
    public let chain: [Link]

    /// The remedy, in a sentence.
    public let remedy: String

    /// The requirement that nothing meets, or the input that nothing provides; nil for other problems.
    public internal(set) var requirement: Requirement?
}

extension Diagnostic: CustomStringConvertible {
    /// The diagnostic in several lines: code and summary, chain with source locations, remedy.
    public var description: String {
        var lines = ["\(code.rawValue) \(code.name) in \(scope): \(summary)"]
        let width = chain.map(\.text.count).max() ?? 0
        for (depth, link) in chain.enumerated() {
            let padding = String(repeating: " ", count: width - link.text.count)
            let location = link.location.map { padding + "  " + $0.description } ?? ""
            lines.append("    " + (depth == 0 ? "  " : "→ ") + link.text + location)
        }
        lines.append("    remedy: \(remedy)")
        return lines.joined(separator: "\n")
    }
}

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
        case .unmetInput: "unmet input"
        }
    }
}

/// An error that is thrown when validation rejects blueprints.
///
/// No instance has been created.
public struct AdmissionError: Error, Sendable {
    /// All diagnostics, in the order of the scopes and their declarations.
    ///
    /// The list contains at least one diagnostic.
    public let diagnostics: [Diagnostic]
}

extension AdmissionError: CustomStringConvertible {
    /// The number of diagnostics in one line, followed by the diagnostics.
    public var description: String {
        let scopes = Set(diagnostics.map(\.scope)).sorted().joined(separator: ", ")
        let count = diagnostics.count == 1 ? "1 diagnostic" : "\(diagnostics.count) diagnostics"
        return (["\(scopes): rejected with \(count)"] + diagnostics.map(\.description)).joined(separator: "\n\n")
    }
}
