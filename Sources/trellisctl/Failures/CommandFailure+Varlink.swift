import CommandModel
import ContractCommands
import Glibc
import HostInterface
import Varlink

extension CommandFailure {
    /// A failure to reach the daemon.
    init(connection error: VarlinkConnectionError) {
        let address = error.address
        switch error.code {
        case .notFound, .refused:
            let other = "or name another socket with --socket PATH or TRELLIS_SOCKET."
            let advice =
                address == .path(ControlSocket.systemPath)
                ? "Start it with 'systemctl start trellisd.socket', \(other) 'trellisctl doctor' shows whether it can run."
                : "Start the daemon of this socket, \(other)"
            self.init(EX_UNAVAILABLE, "no daemon answers at \(address)", advice: advice)
        case .permissionDenied:
            self.init(
                EX_NOPERM, "you may not connect to the daemon at \(address)",
                advice:
                    "Root and the members of a group may connect: 'trellisctl doctor' names the group, and the command that "
                    + "adds you to it.")
        case .tooLong, .notASocket:
            self.init(
                EX_USAGE, error.description.droppingFullStop.loweringFirstWord,
                advice: "Name the daemon's socket with --socket PATH or TRELLIS_SOCKET.")
        case .closedByService, .closed:
            var advice = "'trellisctl doctor' shows whether it can run."
            if case .connected = address { advice = "'trellisctl doctor' on the host shows whether it can run." }
            self.init(EX_UNAVAILABLE, "the daemon at \(address) closed the connection", advice: advice)
        case .timedOut:
            self.init(EX_TEMPFAIL, error.description.droppingFullStop.loweringFirstWord)
        case .protocolViolation:
            self.init(EX_PROTOCOL, error.description.droppingFullStop.loweringFirstWord)
        case .systemCall:
            self.init(EX_OSERR, error.description.droppingFullStop.loweringFirstWord)
        }
    }

    /// The failure of a call.
    ///
    /// - Parameters:
    ///   - error: The error of the call.
    ///   - interface: The interface of the error, whose comment describes it; nil when it is not known.
    init(call error: any Error, of interface: InterfaceDescription? = nil) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as CommandLineError: self.init(error)
        case let error as VarlinkConnectionError: self.init(connection: error)
        case let error as ServiceError: self.init(service: error)
        case let error as HostError: self.init(host: error)
        case let error as RemoteError:
            if let error = HostError(error) { self.init(host: error) } else { self.init(remote: error, of: interface) }
        case let error as VarlinkEncodingError: self.init(EX_DATAERR, "\(error)".droppingFullStop)
        case let error as VarlinkDecodingError:
            self.init(EX_PROTOCOL, "the reply does not match its contract: \(error)".droppingFullStop)
        default: self.init(EX_SOFTWARE, "\(error)")
        }
    }

    private init(service error: ServiceError) {
        switch error {
        case .interfaceNotFound(let interface):
            self.init(
                EX_USAGE, "the daemon serves no interface \(interface)",
                advice:
                    "'trellisctl introspect' lists its interfaces. The interfaces of a plugin that has stopped are not served."
            )
        case .methodNotFound(let method):
            self.init(
                EX_USAGE, "unknown method \(method)",
                advice:
                    "A method name includes the interface, such as io.trellis.Host.Describe. 'trellisctl introspect INTERFACE' "
                    + "prints an interface.")
        case .methodNotImplemented(let method): self.init(EX_UNAVAILABLE, "the method \(method) is not implemented")
        case .invalidParameter(let parameter):
            self.init(EX_DATAERR, "the parameter '\(parameter)' is missing, unknown, or invalid")
        case .permissionDenied: self.init(EX_NOPERM, "permission denied")
        case .expectedMore: self.init(EX_USAGE, "the method sends several replies", advice: "Use --more.")
        default: self.init(EX_PROTOCOL, "\(error)")
        }
        self.error = RemoteCause(error)
    }

    private init(host error: HostError) {
        switch error {
        case .noSuchPlugin(let plugin):
            self.init(
                EX_USAGE, "the daemon has no plugin '\(plugin)'", advice: "'trellisctl plugin list' lists its plugins.")
        case .noSuchJob(let plugin, let job):
            self.init(
                EX_USAGE, "the plugin \(plugin) has no job '\(job)'", advice: "'trellisctl jobs' lists the jobs.")
        case .jobFailed(let plugin, let job, let message):
            self.init(
                EX_SOFTWARE, "the job \(plugin).\(job) failed: \(message)".droppingFullStop,
                advice: "'trellisctl plugin why \(plugin)' shows what follows.")
        case .pluginNotRunning(let plugin, let state, let reason, let nextStart):
            let isTemporary = [.waiting, .starting, .stopping].contains(state)
            self.init(
                isTemporary ? EX_TEMPFAIL : EX_UNAVAILABLE,
                (plugin.isEmpty ? "the plugin of the method" : "the plugin \(plugin)")
                    + " \(state.predicate(reason: reason))",
                advice: nextStart.map { "It starts again at \($0)." }
                    ?? (plugin.isEmpty ? nil : state.advice(plugin: plugin)))
        case .pluginDisabled(let plugin):
            self.init(
                EX_UNAVAILABLE, "the plugin \(plugin) is disabled",
                advice: "'trellisctl plugin enable \(plugin)' enables it.")
        case .pluginStuck(let plugin):
            self.init(
                EX_UNAVAILABLE,
                "the plugin \(plugin) cannot start: its code exceeded a time limit, was abandoned, and still runs",
                advice: "It can start when the code has ended, or when the daemon restarts.")
        case .changeRejected(let message):
            // Several problems are one per line.
            let separator = message.contains("\n" as Character) ? "\n" : " "
            self.init(
                EX_CONFIG, "the new configuration is invalid:\(separator)\(message)".droppingFullStop,
                advice: "The daemon continues with the previous configuration.")
        case .changeNotSaved(let message):
            self.init(EX_IOERR, "the change was not saved, and has no effect: \(message)")
        case .planOutdated(let hash):
            self.init(
                EX_TEMPFAIL, "the configuration has changed since the plan was made",
                advice: "'trellisctl plan' shows the current plan, which has the hash \(hash).")
        case .reloadFailed(_, let message, let rolledBack):
            self.init(
                EX_UNAVAILABLE, "the reload failed: \(message)".droppingFullStop,
                advice: rolledBack
                    ? "The daemon uses the previous configuration again."
                    : "The daemon continues with the previous configuration.")
        case .pluginNotQuarantined(let plugin):
            self.init(
                EX_USAGE, "the plugin \(plugin) is not quarantined",
                advice: "'trellisctl plugin why \(plugin)' shows its state, and the command that starts it.")
        case .pluginReconfigured(let plugin):
            self.init(
                EX_TEMPFAIL, "the plugin \(plugin) has a new configuration",
                advice:
                    "The call or its session used the previous one, and exceeded drainLimit. The next command uses the "
                    + "new one.")
        case .failpointsDisabled:
            self.init(
                EX_CONFIG, "the configuration does not permit failpoints",
                advice: "Set control.failpoints to true in the daemon's configuration, and reload it.")
        case .noSuchFailpoint(let failpoint, let suggestion):
            self.init(
                EX_USAGE, "unknown failpoint \(failpoint)" + (suggestion.map { " (did you mean '\($0)'?)" } ?? ""),
                advice: "'trellisctl inject' lists the failpoints. Those of a plugin exist from its first start on.")
        case .invalidFailpointTerms(let column, let message):
            self.init(
                EX_USAGE, "invalid terms, column \(column): \(message)",
                advice:
                    "The terms have the form [PROBABILITY%][COUNT*]ACTION, separated by '->'; see 'trellisctl inject --help'."
            )
        case .backupFailed(let plugin, let message):
            self.init(
                EX_IOERR, "the backup of the plugin \(plugin) failed: \(message)".droppingFullStop,
                advice: "No file was written.")
        case .shuttingDown: self.init(EX_TEMPFAIL, "the daemon is stopping")
        case .sessionLost(let plugin):
            self.init(
                EX_TEMPFAIL, "the daemon restarted, and the session with the plugin \(plugin) was lost",
                advice: "The next command begins a new session.")
        case .startFailed(let message, let remedy):
            self.init(EX_UNAVAILABLE, "the daemon cannot start: \(message)", advice: remedy)
        case .tooManyConnections(let limit, let key):
            self.init(
                EX_TEMPFAIL,
                (key == "control.connectionsPerUser" ? "you have" : "the daemon has")
                    + " \(limit) connections open, which is the limit",
                advice: "Close some of them, or raise \(key) in the daemon's configuration, and reload it.")
        case .failure(let message, let requestID):
            self.init(EX_SOFTWARE, message.droppingFullStop)
            self.requestID = requestID
        case .roleRequired(let role, let requestID):
            self.init(
                EX_NOPERM, "the call requires the role '\(role)', which you do not have",
                advice:
                    "To grant it, an administrator adds your user or group to control.roles.\(role) in the daemon's "
                    + "configuration, and runs 'trellisctl reload'.")
            self.requestID = requestID
        }
        self.error = RemoteCause(error)
    }

    private init(remote error: RemoteError, of interface: InterfaceDescription?) {
        let parameters = error.parameters.members.map { "\($0.key): \(ReplyColumns.text($0.value))" }
            .joined(separator: ", ")
        let declaration = interface.flatMap { interface in
            interface.errors.first { "\(interface.name).\($0.name)" == error.name }
        }
        let description = declaration?.purpose.inOneLine ?? ""
        let sentence = description.isEmpty ? "the call failed" : description.droppingFullStop.loweringFirstWord
        self.init(
            ExitStatusNames.status(named: declaration?.exitStatusName),
            parameters.isEmpty ? sentence : "\(sentence) (\(parameters))")
        self.error = RemoteCause(name: error.name, parameters: error.parameters)
    }
}

extension CommandFailure.RemoteCause {
    /// The failure for an error of a declared type.
    fileprivate init?(_ error: some VarlinkError) {
        guard let parameters = try? JSONValue(ErrorParameters(write: error.writeParameters)).objectValue else {
            return nil
        }
        self.init(name: "\(type(of: error).interface).\(error.name)", parameters: parameters)
    }
}

/// The parameters of an error as a value that can be encoded.
private struct ErrorParameters: VarlinkValue {
    let write: @Sendable (inout JSONWriter) -> Void

    init(write: @escaping @Sendable (inout JSONWriter) -> Void) {
        self.write = write
    }

    init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        let object = try JSONObject(from: &reader)
        write = { object.write(to: &$0) }
    }

    func write(to writer: inout JSONWriter) { write(&writer) }
}

extension HostError {
    /// The failure for an error of the daemon in reply to a method of another interface.
    init?(_ error: RemoteError) {
        switch error.name {
        case "io.trellis.Host.RoleRequired":
            self = .roleRequired(
                role: error.parameters["role"]?.stringValue ?? "unknown",
                requestID: error.parameters["requestID"]?.stringValue)
        case "io.trellis.Host.PluginNotRunning":
            self = .pluginNotRunning(
                plugin: error.parameters["plugin"]?.stringValue ?? "",
                state: error.parameters["state"]?.stringValue.flatMap(HostContract.PluginState.init) ?? .stopped,
                reason: error.parameters["reason"]?.stringValue, nextStart: error.parameters["nextStart"]?.stringValue)
        case "io.trellis.Host.ShuttingDown": self = .shuttingDown
        case "io.trellis.Host.SessionLost":
            self = .sessionLost(plugin: error.parameters["plugin"]?.stringValue ?? "of the method")
        case "io.trellis.Host.PluginReconfigured":
            self = .pluginReconfigured(plugin: error.parameters["plugin"]?.stringValue ?? "of the method")
        case "io.trellis.Host.StartFailed":
            self = .startFailed(
                message: error.parameters["message"]?.stringValue ?? "the reason is unknown",
                remedy: error.parameters["remedy"]?.stringValue ?? "'systemctl status trellisd.service' shows more.")
        case "io.trellis.Host.TooManyConnections":
            self = .tooManyConnections(
                limit: error.parameters["limit"]?.integerValue.map { Int($0) } ?? 0,
                key: error.parameters["key"]?.stringValue ?? "control.connections")
        case "io.trellis.Host.Failure":
            self = .failure(
                message: error.parameters["message"]?.stringValue ?? "it failed",
                requestID: error.parameters["requestID"]?.stringValue)
        default: return nil
        }
    }
}

extension String {
    /// The text without a full stop at its end.
    var droppingFullStop: String { hasSuffix(".") ? String(dropLast()) : self }

    /// The text with its first letter in lower case, for use after a colon.
    ///
    /// A first word with an upper-case letter or a digit after its first letter is a name, such as `GitHub`, `TMDB` or
    /// `X509`, and is unchanged, as is `I`.
    var loweringFirstWord: String {
        let word = prefix { $0.isLetter || $0.isNumber }
        let isName = word == "I" || word.dropFirst().contains { $0.isUppercase || $0.isNumber }
        return isName ? self : prefix(1).lowercased() + dropFirst()
    }
}
