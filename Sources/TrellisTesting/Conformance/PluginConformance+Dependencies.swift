import Synchronization
import Trellis
import TrellisHost

extension PluginConformance {
    /// Starts the plugin with each of its instances failing, and with each of them never created.
    func dependencyViolations() async throws -> [ConformanceFinding] {
        let creations = Mutex<[Blueprint.Creation]>([])
        _ = try await withTemporaryFolder { folder in
            try host(in: folder) { blueprint in creations.withLock { $0 = blueprint.creations } }
        }
        var found: [ConformanceFinding] = []
        for (index, creation) in creations.withLock(\.self).enumerated() {
            found += try await violations(whenFailing: creation, index)
            // A session is opened in a task of its own, which does not end with the plugin.
            if !creation.isInSession { found += try await violations(whenHanging: creation, index) }
        }
        return found
    }

    private func violations(whenFailing creation: Blueprint.Creation, _ index: Int) async throws -> [ConformanceFinding]
    {
        let place = "a failure of \(creation.text)"
        return try await trial(at: place, mayFail: true) { blueprint in
            blueprint.replace(blueprint.creations[index]) { throw InjectedFailure() }
        } _: { trial in
            try await trial.host.run {
                if creation.isInSession { await openSession(in: trial.host) }
                return []
            }
        }
    }

    private func violations(whenHanging creation: Blueprint.Creation, _ index: Int) async throws -> [ConformanceFinding]
    {
        let place = "a stop while \(creation.text) is created"
        let begun = Signal()
        return try await trial(at: place, mayFail: true) { blueprint in
            blueprint.replace(blueprint.creations[index]) {
                begun.fire()
                for await _ in AsyncStream<Void>.makeStream().stream {}
                throw CancellationError()
            }
        } _: { trial in
            let stop = Task {
                try await begun.wait(beyond: 0)
                try trial.host.requestStop(of: trial.plugin)
            }
            defer { stop.cancel() }
            return try await trial.host.run { [] }
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

/// The error of an instance that a check lets fail.
private struct InjectedFailure: Error, CustomStringConvertible {
    var description: String { "a failure that PluginConformance injected" }
}
