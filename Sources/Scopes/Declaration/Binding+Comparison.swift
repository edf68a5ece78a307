extension Binding {
    /// Returns a Boolean value that indicates whether another binding has the same declaration and the same value.
    ///
    /// The declaration consists of the key, the implementation, the requirements and the options. Values of bindings with
    /// an existing instance are equal only if they are `Equatable` and equal. Initializers and closures cannot be compared:
    /// a value that a closure captures is not part of the comparison. Source locations are ignored.
    ///
    /// - Parameter other: The other binding.
    /// - Returns: Whether the bindings are equivalent.
    public func isEquivalent(to other: Binding) -> Bool {
        hasDeclaration(of: other) && hasValue(of: other)
    }

    /// Whether both bindings have the same declaration.
    private func hasDeclaration(of other: Binding) -> Bool {
        key == other.key && implementation == other.implementation && requirements == other.requirements
            && role == other.role && isLazy == other.isLazy && isTransient == other.isTransient
            && isPrivate == other.isPrivate && isAsynchronous == other.isAsynchronous && marks == other.marks
            && closingTimeLimit == other.closingTimeLimit && buildingTimeLimit == other.buildingTimeLimit
    }

    /// Whether neither binding has an existing instance, or both have equal ones.
    private func hasValue(of other: Binding) -> Bool {
        switch (value, other.value) {
        case (nil, nil): true
        case (let value?, let other?): (value as? any Equatable)?.isEqual(to: other) ?? false
        default: false
        }
    }
}

extension Equatable {
    /// Whether a value has the same type and is equal.
    fileprivate func isEqual(to other: any Sendable) -> Bool { (other as? Self) == self }
}
