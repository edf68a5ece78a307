import Synchronization
import Trellis
import TrellisHost

extension PluginConformance {
    /// Runs the plugin with each of its instances failing, and with each of them never created.
    func dependencyViolations() async throws -> [ConformanceFinding] {
        let assembled = Mutex<Blueprint?>(nil)
        _ = try await withTemporaryFolder { folder in
            try host(in: folder) { blueprint in assembled.withLock { [blueprint] in $0 = blueprint } }
        }
        let blueprint = assembled.withLock(\.self)
        if let reach = blueprint?.reachOfScopes { print(reach) }
        var found: [ConformanceFinding] = []
        for (index, creation) in (blueprint?.creations ?? []).enumerated() {
            found += try await violations(whenFailing: creation, index)
            found += try await violations(whenHanging: creation, index)
        }
        return found
    }

    private func violations(whenFailing creation: Blueprint.Creation, _ index: Int) async throws -> [ConformanceFinding]
    {
        let place = "a failure of \(creation.text)"
        let begun = Signal()
        let isOverdue = Atomic(false)
        let found = try await trial(at: place, mayFail: true) { blueprint in
            blueprint.replace(blueprint.creations[index]) {
                begun.fire()
                throw InjectedFailure()
            }
        } _: { trial in
            try await trial.host.run {
                let end: Void? = try await value(within: callLimit) { await calls(opening: creation.owner, in: trial) }
                if end == nil { isOverdue.store(true, ordering: .relaxed) }
                return []
            }
        }
        guard case .scene(let name, let location) = creation.owner else { return found }
        if isOverdue.load(ordering: .relaxed) { return found + [.overdueCalls(limit: callLimit)] }
        return begun.count > 0 ? found : found + [.unopened(scene: name, location)]
    }

    private func violations(whenHanging creation: Blueprint.Creation, _ index: Int) async throws -> [ConformanceFinding]
    {
        let place =
            switch creation.owner {
            case .scope: "a stop while \(creation.text) is created"
            case .session, .scene: "the end of a call while \(creation.text) is created"
            }
        let begun = Signal()
        return try await trial(at: place, mayFail: true) { blueprint in
            blueprint.replace(blueprint.creations[index]) {
                begun.fire()
                for await _ in AsyncStream<Void>.makeStream().stream {}
                throw CancellationError()
            }
        } _: { trial in
            let calling = Mutex(CallTask())
            let stop = Task {
                try await begun.wait(beyond: 0)
                // As a client that disconnects. A call that is not cancelled may take until timeoutStop.
                calling.withLock(\.task)?.cancel()
                try trial.host.requestStop(of: trial.plugin)
            }
            defer { stop.cancel() }
            return try await trial.host.run {
                let task = Task { await calls(opening: creation.owner, in: trial) }
                calling.withLock { $0.task = task }
                if begun.count > 0 { task.cancel() }
                let _: Void? = try await value(within: callLimit) { await task.value }
                return []
            }
        }
    }

    /// The task of the calls of a trial.
    private struct CallTask: Sendable {
        var task: Task<Void, Never>?
    }

    /// Makes the calls that open the scope of an instance; their errors are ignored.
    private func calls(opening owner: Blueprint.Creation.Owner, in trial: ConformanceTrial) async {
        switch owner {
        case .scope: break
        case .session: await openSession(in: trial.host)
        case .scene: try? await makeCalls(trial.runningPlugin)
        }
    }

    /// Opens a session by a call, whose parameters no method accepts.
    private func openSession(in host: PluginHost) async {
        for contract in (try? host.contracts(of: name).session) ?? [] {
            guard let method = contract.methods.first,
                let call = try? CallMessage(
                    method: "\(contract.name).\(method.name)", parameters: ["conformance": true] as JSONObject,
                    mode: method.streaming == .required ? .more : .single)
            else { continue }
            _ = try? await LocalCaller(router: host.router).firstReply(to: call)
        }
    }
}

extension LocalCaller {
    /// Makes a call, and returns its first reply; nil when there is none.
    func firstReply(to call: CallMessage) async throws -> ReplyMessage? {
        call.mode == .more ? try await replies(to: call).next() : try await reply(to: call)
    }
}

extension Blueprint.Creation {
    fileprivate var text: String { "\(binding.implementation) (\(binding.location))" }
}

extension ConformanceFinding {
    /// The violation of a test whose calls do not open a scene.
    fileprivate static func unopened(scene: String, _ location: BindingLocation) -> ConformanceFinding {
        ConformanceFinding(
            "no call opens the scene \(scene) (\(location))", at: "the calls of the test",
            because: "Only a scene that is opened can be checked, and only calls of the plugin open it",
            advice: "Make a call that opens the scene: PluginConformance(…, calling: { plugin in … })")
    }

    /// The violation of a test whose calls do not end.
    fileprivate static func overdueCalls(limit: Duration) -> ConformanceFinding {
        ConformanceFinding(
            "the calls did not end within \(limit.systemdText)", at: "the calls of the test",
            because: "A scene that fails to open fails its call",
            advice: "End each call of the function 'calling' after its first reply, and do not wait for further events")
    }
}

/// The error of an instance that a check lets fail.
private struct InjectedFailure: Error, CustomStringConvertible {
    var description: String { "a failure that PluginConformance injected" }
}
