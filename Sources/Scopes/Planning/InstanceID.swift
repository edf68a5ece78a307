/// The identity of an instance within its scope, which is the same in all scopes of one plan.
struct InstanceID: Hashable, Sendable {
    private let scope: ObjectIdentifier
    /// The lazy section that creates the instance, for a transient dependency of a lazy instance; otherwise nil.
    private let section: Int?
    private let slot: Int

    private init(_ scope: ResolvedScope, _ section: Int?, _ slot: Int) {
        self.scope = ObjectIdentifier(scope)
        self.section = section
        self.slot = slot
    }

    /// Identifies the instance at an address, as seen from a section of a plan.
    ///
    /// - Parameters:
    ///   - address: The address of the instance within the section.
    ///   - section: The index of the lazy section, or nil for the opening.
    ///   - plan: The plan that contains the section.
    init(_ address: Address, in section: Int?, of plan: Plan) {
        let current = section.map { plan.lazySections[$0] } ?? plan.opening
        if address.scope != 0 {
            self.init(plan.resolved.scope(at: plan.scopeNumbers.route(of: address.scope)), nil, address.slot)
        } else if let prerequisite = current.prerequisites.first(where: { $0.slot == address.slot }) {
            let origin = prerequisite.address
            self.init(plan.resolved.scope(at: plan.scopeNumbers.route(of: origin.scope)), nil, origin.slot)
        } else if let member = current.members.first(where: { $0.localSlot == address.slot }) {
            self.init(plan.resolved, nil, member.slot)
        } else {
            self.init(plan.resolved, section, address.slot)
        }
    }
}
