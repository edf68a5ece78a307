public import Scopes
public import Testing

/// Expects that the instances of a session or a scene can reach exactly the listed types outside of it.
///
/// ```swift
/// @Test("a session reaches only the use cases")
/// func reach() {
///     var blueprint = Blueprint("movies")
///     MoviesPlugin.assemble(&blueprint, configuration: .standard)
///     expectReach(
///         of: "movies/session", in: blueprint,
///         allows: [SessionDependencies.self, SearchTitles.self], ends: [SQLiteUserStore.self],
///         named: ["TransferService.State"])
/// }
/// ```
///
/// The result is determined from the types of stored properties, without opening a scope. The list contains every class,
/// actor and existential type, and every implementation of a binding outside of the scope, that the instances can reach
/// through any number of properties. It does not contain the scope's own instances. A listed type is not an end: if a
/// service is allowed and one of its properties leads to a token, the token must be listed, too.
///
/// A closure ends a path, because its captures are unknown. With `closures`, the closures of the scope's own types and of
/// plain values in them are checked, too; those of an allowed type are allowed.
///
/// The expectation fails with one issue. The issue lists the reached types that are not allowed, each with a path; the
/// allowed types that are not reached, so that the list remains true; and the state that can't be followed
/// (`StateUnderLock`).
///
/// - Parameters:
///   - path: The name of the blueprint, and those of the scopes in it: `movies/session` or
///     `movies/session/DetailsModel`. The name `generation`, of a blueprint that is split, may be left out.
///   - blueprint: The blueprint of a plugin, or any blueprint with a session or a scene.
///   - root: The blueprint of the scope around it. Default: none. Its instances are then not known: an existential type
///     ends a path.
///   - types: The types that may be reached: `CachingRepository.self`, `(any MovieSource).self`.
///   - ends: The types that may be reached and whose properties are not followed: services whose own tests cover what they
///     return.
///   - names: The types that may be reached and that the test can't name, such as a private class of another module. A
///     name has the form of the paths in the issue: `TransferService.State`.
///   - owners: The types whose properties may contain closures. Default: all.
///   - sourceLocation: The location of the issue. Default: that of the call.
public func expectReach(
    of path: String, in blueprint: Blueprint, under root: Blueprint? = nil, allows types: [any Any.Type] = [],
    ends: [any Any.Type] = [], named names: [String] = [], closures owners: [any Any.Type]? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard let chain = blueprint.chain(to: path) else {
        Issue.record(
            "there is no scope \(path); the scopes are: \(blueprint.scopePaths.joined(separator: ", "))",
            sourceLocation: sourceLocation)
        return
    }
    let reach = Reach(of: chain[0], within: chain.dropFirst() + (root.map { [$0] } ?? []), endingAt: ends)
    let difference = ReachDifference(reach, types: types + ends, names: names, owners: owners)
    if let text = difference.text(path) {
        Issue.record("\(text)", sourceLocation: sourceLocation)
    }
}

extension Blueprint {
    /// The name of the scope that a split adds to a plugin.
    private static let generation = "generation"

    /// Returns the blueprint of a scope and those around it, outwards; nil if there is no such scope.
    fileprivate func chain(to path: String) -> [Blueprint]? {
        let names = path.split(separator: "/").map(String.init)
        guard names.first == name else { return nil }
        return chain(to: names.dropFirst(), within: [])
    }

    private func chain(to names: ArraySlice<String>, within enclosing: [Blueprint]) -> [Blueprint]? {
        guard let next = names.first else { return [self] + enclosing }
        let around = [self] + enclosing
        if let inner = nested.first(where: { $0.name == next }) {
            return inner.chain(to: names.dropFirst(), within: around)
        }
        return nested.first { $0.name == Self.generation }?.chain(to: names, within: around)
    }

    /// The reach of each session and each scene, for a reader; nil if the plugin has none.
    var reachOfScopes: String? {
        let texts = scopePaths.compactMap { path in
            chain(to: path).map { "\(path) reaches:\n\(Reach(of: $0[0], within: Array($0.dropFirst())))" }
        }
        return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    /// The paths of the scopes in this one.
    fileprivate var scopePaths: [String] {
        nested.flatMap { inner in
            inner.name == Self.generation
                ? inner.scopePaths.map { name + $0.dropFirst(Self.generation.count) }
                : ["\(name)/\(inner.name)"] + inner.scopePaths.map { "\(name)/\($0)" }
        }
    }
}

/// The reached types that are not allowed, and the allowed types that are not reached.
private struct ReachDifference {
    /// The paths to types that are not allowed.
    let excess: [String]
    /// The paths to closures that are not allowed.
    let excessClosures: [String]
    /// The names of the allowed types that are not reached.
    let unreached: [String]
    /// The names of the types without closures whose closures are allowed.
    let withoutClosures: [String]
    let problems: [Reach.Problem]

    init(_ reach: Reach, types: [any Any.Type], names: [String], owners checked: [any Any.Type]?) {
        let owners = checked ?? []
        let allowed = Set(types.map { ObjectIdentifier($0) })
        let named = Set(names)
        let closures = Set(owners.map { ObjectIdentifier($0) })
        func isAllowed(_ type: any Any.Type) -> Bool {
            allowed.contains(ObjectIdentifier(type)) || named.contains("\(TypeName(of: type))")
        }
        let unallowed = reach.entries.filter { entry in
            let isOwnerAllowed = entry.owners.contains { isAllowed($0) || closures.contains(ObjectIdentifier($0)) }
            return !isAllowed(entry.type) && !isOwnerAllowed
        }
        excess = unallowed.filter { !$0.isClosure }.map(\.path)
        excessClosures = checked == nil ? [] : unallowed.filter(\.isClosure).map(\.path)
        let reached = Set(reach.entries.map { ObjectIdentifier($0.type) })
        let reachedOwners = reach.entries.flatMap(\.owners)
        let reachedNames = Set(reach.entries.map(\.name) + reachedOwners.map { "\(TypeName(of: $0))" })
        unreached =
            types.filter { !reached.contains(ObjectIdentifier($0)) }.map { "\(TypeName(of: $0))" }
            + names.filter { !reachedNames.contains($0) }
        let declaring = Set(reachedOwners.map { ObjectIdentifier($0) })
        withoutClosures = owners.filter { !declaring.contains(ObjectIdentifier($0)) }.map { "\(TypeName(of: $0))" }
        problems = reach.problems
    }

    /// Returns the text of the issue; nil if the reached types are the allowed ones.
    func text(_ scope: String) -> String? {
        let parts = [
            ("\(scope) reaches types that are not allowed; remove the property, or add the type to 'allows'", excess),
            (
                "\(scope) reaches closures, whose captures are unknown; store the values, or add the owner to 'closures'",
                excessClosures
            ),
            ("\(scope) does not reach allowed types; remove them from 'allows' or 'named'", unreached),
            ("\(scope) reaches no closure of a type; remove the type from 'closures'", withoutClosures),
            ("\(scope) has state that cannot be followed", problems.map { "\($0.path): \($0.reason)" }),
        ].filter { !$0.1.isEmpty }
        guard !parts.isEmpty else { return nil }
        return parts.map { title, lines in "\(title):\n" + lines.map { "    \($0)" }.joined(separator: "\n") }
            .joined(separator: "\n")
    }
}
