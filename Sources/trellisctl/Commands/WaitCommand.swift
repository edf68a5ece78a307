import CommandModel
import Glibc
import HostInterface
import Synchronization
import Varlink

/// The command `trellisctl wait`.
struct WaitCommand: BuiltInCommand {
    /// The state of a plugin with its reason.
    private struct Condition {
        var state: HostContract.PluginState
        var reason: String?
    }

    /// The last known conditions of the plugins by name, for the message after the time limit.
    private final class Conditions: Sendable {
        let plugins = Mutex<[String: Condition]>([:])
    }

    private let plugins: [String]
    private let state: HostContract.PluginState

    init(_ arguments: ParsedArguments) {
        plugins = arguments.texts("plugin")
        state = arguments.text("state").flatMap(HostContract.PluginState.init) ?? .running
    }

    func run(in session: Session) async throws {
        // Only closing the connection ends the stream of events, and must not end the session of a shell.
        let session = session.withConnectionOfItsOwn()
        do {
            try await wait(in: session)
        } catch {
            await session.connection.close()
            throw error
        }
        await session.connection.close()
    }

    /// Waits within the time limit, which applies to the whole wait and not to each reply.
    private func wait(in session: Session) async throws {
        let conditions = Conditions()
        guard let limit = session.options.timeout else { return try await follow(conditions, in: session) }
        guard try await TimeLimit.run(limit, { try await follow(conditions, in: session) }) == nil else { return }
        throw CommandFailure(
            EX_TEMPFAIL, "after \(limit.formattedSeconds), \(description(of: conditions))",
            advice: "Use --timeout SECONDS to wait longer.")
    }

    /// Follows the states across restarts of the daemon, until every plugin has the state.
    private func follow(_ conditions: Conditions, in session: Session) async throws {
        var connection = try await session.connect()
        var reconnection = Reconnection(to: HostContract.contract.name, in: session)
        while true {
            do {
                return try await follow(conditions, on: connection)
            } catch  where Reconnection.isLoss(error) {
                Reconnection.report("the events ended: \(CommandFailure(call: error).sentence); reconnecting")
                connection = try await reconnection.connect()
            }
        }
    }

    /// Follows the states on a connection.
    ///
    /// The daemon first sends the past events, whose last one of a plugin leads to the state that the list has, or to a newer one. An
    /// empty reply marks their end.
    private func follow(_ conditions: Conditions, on connection: VarlinkConnection) async throws {
        let known = try await Catalogue(connection: connection).plugins()
        for name in plugins where !known.contains(where: { $0.name == name }) {
            throw HostError.noSuchPlugin(plugin: name)
        }
        conditions.plugins.withLock { conditions in
            for plugin in known { conditions[plugin.name] = Condition(state: plugin.state, reason: plugin.reason) }
        }
        var isCurrent = false
        for try await reply in HostClient(connection).events(follow: true) {
            if let transition = reply.event?.transition {
                conditions.plugins.withLock {
                    $0[transition.plugin] = Condition(state: transition.to, reason: transition.reason)
                }
            }
            isCurrent = isCurrent || reply.event == nil
            if isCurrent, conditions.plugins.withLock({ known in plugins.allSatisfy { known[$0]?.state == state } }) {
                return
            }
        }
        throw CommandFailure(EX_PROTOCOL, "the daemon ended the stream of events")
    }

    /// The plugins that do not have the state, as a sentence.
    private func description(of conditions: Conditions) -> String {
        let others = conditions.plugins.withLock { known in
            plugins.compactMap { name in
                known[name].flatMap { $0.state == state ? nil : "\(name) \($0.state.predicate(reason: $0.reason))" }
            }
        }
        return others.isEmpty ? "the daemon did not answer" : others.joined(separator: "; ")
    }
}
