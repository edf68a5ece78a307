extension Blueprint {
    /// Sorts the bindings into two blueprints by a mark, so that the one can live longer than the other.
    ///
    /// Bindings that carry the mark go to the outer blueprint, which keeps the name; all others, and every scene
    /// and session, to the inner one. An export goes where its key is bound, an import where its key is needed. The two are not tied together yet:
    /// the caller nests the inner one in the outer one, or admits it under an outer scope that is open already.
    ///
    /// ```swift
    /// let (durable, inner) = blueprint.split(by: .durable, inner: "current")
    /// var outer = durable
    /// outer.nest(inner)
    /// ```
    ///
    /// - Parameters:
    ///   - mark: What sorts.
    ///   - name: The inner blueprint's name.
    /// - Returns: The two blueprints, each of which may be empty.
    public func split(by mark: BindingMark, inner name: String) -> (outer: Blueprint, inner: Blueprint) {
        var outer = Blueprint(self.name, kind: kind, location: location)
        var inner = Blueprint(name, kind: .owned, location: location)
        outer.closingTimeLimit = closingTimeLimit
        inner.closingTimeLimit = closingTimeLimit
        outer.buildingTimeLimit = buildingTimeLimit
        inner.buildingTimeLimit = buildingTimeLimit

        let marked = bindings.filter { $0.marks.contains(mark) }
        let provided = Set(marked.lazy.filter { $0.role == .provision }.map(\.key))
        outer.bindings = marked
        outer.exports = exports.filter { provided.contains($0.key) }
        inner.bindings = bindings.filter { !$0.marks.contains(mark) }
        inner.exports = exports.filter { !provided.contains($0.key) }
        let needed = Set(marked.lazy.flatMap(\.needs).map(\.key))
        outer.imports = imports.filter { needed.contains($0.key) }
        let rest = Set(([inner] + nested).lazy.flatMap(\.bindings).flatMap(\.needs).map(\.key))
        inner.imports = imports.filter { !needed.contains($0.key) || rest.contains($0.key) }
        inner.nested = nested
        inner.unmatchedOverrides = unmatchedOverrides
        return (outer, inner)
    }
}
