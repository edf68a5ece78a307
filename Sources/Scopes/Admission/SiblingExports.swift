/// What the scopes under one parent export to each other.
struct SiblingExports {
    /// Who can be asked directly.
    private(set) var direct: [BindingKey: [Level]] = [:]
    /// Who can be asked for `Live`.
    private(set) var live: [BindingKey: [Level]] = [:]
    /// The scopes themselves.
    private(set) var siblings: [Level] = []

    mutating func add(_ sibling: Level) {
        siblings.append(sibling)
        for key in sibling.table.exports { direct[key, default: []].append(sibling) }
        for key in sibling.table.liveExports.keys { live[key, default: []].append(sibling) }
    }
}
