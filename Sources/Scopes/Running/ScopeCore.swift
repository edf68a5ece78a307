/// A scope that is alive: the region with its instances, and its place in the tree.
///
/// A slot is written by the task that opens the scope, before anyone else can see it; that of an asynchronous or lazy
/// binding by its one builder, before it says under the lock that it is built. Slots are read without a lock by scopes
/// that are being built under this one, which keep it open meanwhile, and by its owner, who keeps it from closing by a
/// ``Scope/withInstances(_:)``. They are emptied by the one task that closes the scope, when the phase lets no
/// reader in any more, the last reader has gone, and no scope depends on it; those of a lazy binding also by the task
/// that takes back what was made, when it is noted as not built, and nobody claims it any more.
@usableFromInline
final class ScopeCore: @unchecked Sendable {
    // Unchecked for `region` alone; the rule above is what makes it safe.

    let plan: Plan
    let parent: ScopeCore?

    /// Where the slots are.
    ///
    /// Before it, at negative offsets, the regions of other scopes that this one reads from are noted.
    @usableFromInline let region: UnsafeMutableRawPointer

    let state = Lock(State())

    /// - Parameters:
    ///   - plan: What to open.
    ///   - parent: The scope above.
    ///   - imports: The scopes that the plan imports from, in its order.
    init(plan: Plan, parent: ScopeCore?, imports: [ScopeCore]) {
        self.plan = plan
        self.parent = parent
        region = plan.compiled.allocateRegion()
        prepareRegion(imports)
        if !imports.isEmpty { state.withLock { $0.makeExtra().imports = imports } }
    }

    /// Made from a plan that stands in the parent's.
    ///
    /// It takes the plan from there itself: whoever handed it over would hold on to it meanwhile, which a scene of a few
    /// bindings notices.
    ///
    /// - Parameters:
    ///   - index: Which one.
    ///   - parent: The scope above.
    init(nestedPlan index: Int, of parent: ScopeCore) {
        plan = parent.plan.nestedPlans[index]
        self.parent = parent
        region = plan.compiled.allocateRegion()
        prepareRegion([])
    }

    /// Fills what stands before the slots, and the counters.
    private func prepareRegion(_ imports: [ScopeCore]) {
        header.initialize(
            to: RegionHeader(core: .passUnretained(self), parent: parent?.region, room: plan.compiled.roomForFrames))
        counters.initialize(repeating: RegionHeader.Counter(), count: plan.compiled.nestedCount)
        for index in 0..<plan.compiled.frames.count {
            let ups = plan.compiled.frames[index].ups
            var other = region
            if ups > 0 {
                for _ in 0..<ups { other = Self.parentRegion(of: other) }
            } else {
                other = plan.compiled.routes[index].core(parent: parent, imports: imports).region
            }
            region.storeBytes(
                of: other, toByteOffset: RegionHeader.frame(index), as: UnsafeMutableRawPointer.self)
        }
    }

    deinit {
        if header.pointee.made > 0 || header.pointee.hasMore { removeRest() }
        (region - Int(header.pointee.room)).deallocate()
    }

    /// The scopes that this one imports from, in the order of its plan.
    var imports: [ScopeCore] {
        state.withLock { $0.extra?.imports ?? [] }
    }

    /// The names of the scopes from the root to this one, joined by slashes.
    var path: String { plan.path }

    /// The first bytes of the region.
    var header: UnsafeMutablePointer<RegionHeader> {
        region.assumingMemoryBound(to: RegionHeader.self)
    }

    /// Counts the scopes that were opened from the nested plans; guarded by the lock.
    var counters: UnsafeMutablePointer<RegionHeader.Counter> {
        (region + plan.compiled.countersOffset).assumingMemoryBound(to: RegionHeader.Counter.self)
    }

    /// One of the scopes that this one can see; 0 is this one.
    func frame(_ frame: Int) -> ScopeCore {
        if frame == 0 { return self }
        let other = region.load(fromByteOffset: frame, as: UnsafeMutableRawPointer.self)
        // It is open as long as this scope is not closed, and so alive.
        return other.assumingMemoryBound(to: RegionHeader.self).pointee.core.takeUnretainedValue()
    }

    /// Where an instance is or goes.
    @inlinable
    func pointer<Value>(to type: Value.Type, at offset: Int) -> UnsafeMutablePointer<Value> {
        region.advanced(by: offset).assumingMemoryBound(to: Value.self)
    }

    /// The instance in a slot, which must be built and of that type, and stay so meanwhile.
    func load<Value>(_ type: Value.Type, at slot: Int) -> Value {
        pointer(to: type, at: plan.compiled.slots.offset(of: slot)).pointee
    }

    /// The instance of a binding, read by the scope's owner.
    func read<Value: Sendable>(_ type: Value.Type, at slot: Int) throws(ScopeClosed) -> Value {
        let offset = plan.compiled.slots.offset(of: slot)
        let value = state.withLock { state -> Value? in
            guard case .open = state.phase, isBuilt(slot, state) else { return nil }
            return pointer(to: type, at: offset).pointee
        }
        guard let value else { throw ScopeClosed(scope: path) }
        return value
    }

    /// Whether the instance in a slot is there.
    ///
    /// Called under the lock.
    func isBuilt(_ slot: Int, _ state: State) -> Bool {
        plan.compiled.slots.position(of: slot) < header.pointee.made || state.extra?.isBuilt(slot) == true
    }

    /// Whether the instance in a slot may still be taken back, if it is there.
    ///
    /// Called under the lock.
    func isUnsettled(_ slot: Int, _ state: State) -> Bool {
        state.extra?.jobs[slot] != nil
    }

    private static func parentRegion(of region: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        guard let parent = region.assumingMemoryBound(to: RegionHeader.self).pointee.parent else {
            preconditionFailure("a route leads through a scope's ancestors, which are there")
        }
        return parent
    }
}
