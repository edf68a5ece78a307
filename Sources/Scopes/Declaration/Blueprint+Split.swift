extension Blueprint {
    /// Splits the bindings between two blueprints according to a mark, so that one scope can outlive the other.
    ///
    /// Bindings with the mark become part of the outer blueprint, which keeps the name. All other bindings, and all
    /// scenes and sessions, become part of the inner blueprint. An export remains with its binding, an import with the
    /// bindings that require it, and the inputs with the outer blueprint. The caller nests the inner blueprint in the
    /// outer one, or opens it under an outer scope that is already open.
    ///
    /// ```swift
    /// let (durable, inner) = blueprint.split(by: .durable, inner: "current")
    /// var outer = durable
    /// outer.nest(inner)
    /// ```
    ///
    /// - Parameters:
    ///   - mark: The mark of the outer bindings.
    ///   - name: The name of the inner blueprint.
    /// - Returns: The two blueprints, each of which may be empty.
    public func split(by mark: BindingMark, inner name: String) -> (outer: Blueprint, inner: Blueprint) {
        var outer = Blueprint(self.name, kind: kind, location: location, limitsOf: self)
        var inner = Blueprint(name, kind: .owned, location: location, limitsOf: self)
        inner.outerAdvice = mark.advice
        let marked = bindings.filter { $0.marks.contains(mark) }
        let provided = Set(marked.lazy.filter { $0.role == .provision }.map(\.key))
        outer.bindings = marked
        outer.inputs = inputs
        outer.exports = exports.filter { provided.contains($0.key) }
        inner.bindings = bindings.filter { !$0.marks.contains(mark) }
        inner.exports = exports.filter { !provided.contains($0.key) }
        let required = Set(marked.lazy.flatMap(\.requirements).map(\.key))
        outer.imports = imports.filter { required.contains($0.key) }
        let rest = Set(([inner] + nested).lazy.flatMap(\.bindings).flatMap(\.requirements).map(\.key))
        inner.imports = imports.filter { !required.contains($0.key) || rest.contains($0.key) }
        inner.nested = nested
        inner.unmatchedOverrides = unmatchedOverrides
        return (outer, inner)
    }
}
