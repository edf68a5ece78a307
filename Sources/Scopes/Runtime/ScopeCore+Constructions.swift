// Instances that other tasks can request before the scope is open, or that are created lazily.

extension ScopeCore {
    private enum Decision: Sendable {
        case instance(AnyInstance)
        case closed
        case wait(Construction)
        case start(Construction, section: Int)
    }

    nonisolated(nonsending) func instance(in slot: Int) async throws -> AnyInstance {
        while true {
            switch decide(slot) {
            case .instance(let instance): return instance
            case .closed: throw ScopeClosed(scope: path)
            case .wait(let construction): try await construction.wait()
            case .start(let construction, let section):
                start(construction, section)
                try await construction.wait()
            }
        }
    }

    private func decide(_ slot: Int) -> Decision {
        state.withLock { state in
            if state.phase == .closing || state.phase == .closed { return .closed }
            if let instance = state.extra?.instances[slot] { return .instance(instance) }
            if state.phase == .open, let instance = slots.instance(in: slot) { return .instance(instance) }
            let extra = state.makeExtra()
            if let construction = extra.constructions[slot] { return .wait(construction) }
            let construction = Construction(scope: path, binding: plan.blueprint.bindings[slot])
            guard let section = plan.lazySectionOfSlot[slot] else {
                // The opening creates the instance.
                extra.constructions[slot] = construction
                return .wait(construction)
            }
            for member in plan.lazySections[section].members { extra.constructions[member.slot] = construction }
            return .start(construction, section: section)
        }
    }

    /// Returns the construction of an asynchronous instance, which is about to start.
    func construction(of slot: Int, _ binding: Binding) -> Construction {
        state.withLock { state in
            let extra = state.makeExtra()
            let construction = extra.constructions[slot] ?? Construction(scope: path, binding: binding)
            extra.constructions[slot] = construction
            return construction
        }
    }

    /// Removes a construction.
    ///
    /// - Returns: False if the construction has already ended.
    func remove(_ construction: Construction) -> Bool {
        state.withLock { state in state.extra?.remove(construction) ?? false }
    }

    /// Stores an instance that the opening task has created.
    ///
    /// - Returns: The construction that other tasks await; nil if there is none.
    func accept(_ instance: AnyInstance, _ slot: Int, step: Int, in duration: Duration) -> Construction? {
        state.withLock { state in
            let extra = state.makeExtra()
            extra.instances[slot] = instance
            extra.created.append(CreatedInstance(instance: instance, section: nil, step: step, slot: slot))
            extra.durations[slot] = duration
            return extra.constructions.removeValue(forKey: slot)
        }
    }

    /// Stores an instance that a construction has created.
    ///
    /// - Returns: False if the construction has already ended.
    func accept(
        _ instance: AnyInstance, _ slot: Int, step: Int, from construction: Construction, in duration: Duration
    ) -> Bool {
        state.withLock { state in
            guard let extra = state.extra, extra.remove(construction) else { return false }
            extra.instances[slot] = instance
            extra.created.append(CreatedInstance(instance: instance, section: nil, step: step, slot: slot))
            extra.durations[slot] = duration
            return true
        }
    }

    /// Starts the creation of lazy instances.
    ///
    /// All required instances are copied first. The new instances become visible together at the end.
    private func start(_ construction: Construction, _ number: Int) {
        let section = plan.lazySections[number]
        let requested = section.details.first { $0.binding.key == construction.binding.key }
        let limit = requested?.buildingTimeLimit ?? plan.blueprint.buildingTimeLimit
        construction.start(limit: limit) {
            await self.create(section, number, for: construction)
            self.end(construction)
        } timeout: {
            guard self.timeOut(construction, isSynchronous: section.isSynchronous) else { return }
            let error = BuildingTimeLimitExceeded(construction, limit)
            construction.cancel()
            construction.finish(.failure(error))
        }
    }

    /// Creates the instances of a section, and finishes their construction.
    private nonisolated(nonsending) func create(_ section: Section, _ number: Int, for construction: Construction) async
    {
        var created: [CreatedInstance] = []
        var durations: [Int: Duration] = [:]
        do {
            let workspace = Slots(count: section.slotCount, outer: nil, imported: [])
            for prerequisite in section.prerequisites {
                let owner = self.core(prerequisite.address.scope)
                let instance = try await owner.instance(in: prerequisite.address.slot)
                workspace.fill(prerequisite.slot, with: instance)
            }
            let source = InstanceSource(slots: workspace, context: self)
            for (step, details) in section.details.enumerated() {
                try Task.checkCancellation()
                let start = ContinuousClock.now
                let instance = try await self.create(section.steps[step].make, details, from: source)
                let local = section.steps[step].slot
                let slot = section.members.first { $0.localSlot == local }?.slot
                workspace.fill(local, with: instance)
                created.append(CreatedInstance(instance: instance, section: number, step: step, slot: slot))
                if let slot { durations[slot] = .now - start }
            }
            guard self.accept(created, durations, from: construction) else { return await self.discard(created) }
            construction.finish(.success(()))
        } catch {
            await self.discard(created)
            guard self.remove(construction) else { return }
            construction.finish(.failure(self.isEnding ? ScopeClosed(scope: self.path) : error))
        }
    }

    /// Removes a construction that has exceeded its time limit.
    ///
    /// Closing still waits for a construction whose initializers are synchronous, and reports any other one.
    ///
    /// - Returns: False if the construction has already ended.
    func timeOut(_ construction: Construction, isSynchronous: Bool) -> Bool {
        state.withLock { state in
            guard let extra = state.extra, extra.remove(construction) else { return false }
            if isSynchronous {
                extra.overdue[ObjectIdentifier(construction)] = construction
            } else {
                extra.abandoned[ObjectIdentifier(construction)] = construction
            }
            return true
        }
    }

    /// Removes a construction whose initializer has returned, possibly after its time limit.
    func end(_ construction: Construction) {
        state.withLock { state in
            state.extra?.overdue[ObjectIdentifier(construction)] = nil
            state.extra?.abandoned[ObjectIdentifier(construction)] = nil
        }
    }

    private nonisolated(nonsending) func create(
        _ make: SynchronousFactory, _ details: Section.Details, from source: InstanceSource
    ) async throws -> AnyInstance {
        guard let factory = details.makeAsynchronously else { return try make(source) }
        return try await factory(source)()
    }

    /// Stores lazy instances.
    ///
    /// - Returns: False if their construction has already ended.
    private func accept(
        _ created: [CreatedInstance], _ durations: [Int: Duration], from construction: Construction
    ) -> Bool {
        let cells = state.withLock { state -> [(Cell, AnyInstance)]? in
            guard let extra = state.extra, extra.remove(construction) else { return nil }
            extra.created += created
            extra.durations.merge(durations) { $1 }
            var cells: [(Cell, AnyInstance)] = []
            for created in created {
                guard let slot = created.slot else { continue }
                extra.instances[slot] = created.instance
                if let cell = extra.cells[slot] { cells.append((cell, created.instance)) }
            }
            return cells
        }
        guard let cells else { return false }
        for (cell, instance) in cells { cell.set(instance, owner: self) }
        return true
    }

    /// Closes instances that were never visible to other code.
    nonisolated(nonsending) func discard(_ instances: [CreatedInstance]) async {
        for created in instances.reversed() {
            let details = details(of: created)
            guard let action = details.binding.disposal.closingAction(of: created.instance) else { continue }
            _ = await withTimeLimit(details.closingTimeLimit, action)
        }
    }

    /// Returns the details of the step that created an instance.
    func details(of created: CreatedInstance) -> Section.Details {
        (created.section.map { plan.lazySections[$0] } ?? plan.opening).details[created.step]
    }
}

extension ScopeState.Extra {
    /// Removes a construction.
    ///
    /// - Returns: False if the construction has already ended.
    func remove(_ construction: Construction) -> Bool {
        let slots = constructions.filter { $0.value === construction }.keys
        for slot in slots { constructions[slot] = nil }
        return !slots.isEmpty
    }
}
