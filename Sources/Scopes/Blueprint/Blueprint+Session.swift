extension Blueprint {
    /// The blueprint of the session, if one is declared by ``session(_:file:line:_:)``.
    ///
    /// With it a tool sees what a session would provide before one is opened.
    public var sessionBlueprint: Blueprint? {
        nested.first { if case .session = $0.kind { true } else { false } }
    }
}
