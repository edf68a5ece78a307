import Logging
import Systemd

/// The events that the daemon itself logs, with their identifiers in the journal.
///
/// The raw value is the field `MESSAGE_ID` (systemd.journal-fields(7)). `systemd/trellis.catalog` explains each event
/// for `journalctl --catalog`. An identifier is stable: it is neither changed nor reused.
enum HostEvent: String, CaseIterable, Sendable {
    /// The daemon serves its control socket.
    case ready = "a5030e4401ba4d9d9a2fda5ac07e89fb"

    /// A signal stops the daemon.
    case stopping = "fc705cebbe5645c3bb5cd5cdfccf247d"

    /// The daemon has stopped.
    case stopped = "2894aedd656d4da7b338fe3249fc57bb"

    /// The start failed, and systemd starts the daemon again later.
    case startDelayed = "fd24ab1541ad40dbaa63c5b3fd2001e3"

    /// A second SIGINT ends the process.
    case stoppedImmediately = "9245cc5651794401b08432d202d438f2"

    /// The stop exceeded all time limits.
    case stopOverdue = "52408fc6b1de4241bfed052e379959d2"

    /// A part of the daemon makes no progress, and the watchdog ends the process.
    case watchdogTriggered = "dcd26056f66c4f2e82f9f27e35b58115"

    /// A signal has no effect.
    case signalIgnored = "fa0f4214ee964a1b9a39375166438907"

    /// SIGHUP reloads the configuration.
    case reloadSignaled = "4ca32495d69c4d949214e16a573f90c4"

    /// The previous run of the daemon crashed.
    case previousRunCrashed = "99f000ee08cc4fb58077cf12682fb57b"

    /// The previous run of the daemon was killed.
    case previousRunKilled = "5ed04062ce4044119e13e1f80461deaf"

    /// Crashes of this run cannot be recorded.
    case crashRecordUnavailable = "9cf5eb4506f2496e81f0377366008646"

    /// A call is recorded in the audit log.
    case auditedCall = "86bb3b8c0cd74b88b86e8ccee378e73e"

    /// The files of the audit log cannot be written.
    case auditLogUnwritable = "be39a3ac600c4457bfe8767cd86a497b"

    /// The files of the audit log are written again.
    case auditLogWritten = "4ae0934e21f2419993b5393091b6d67d"

    /// Records of the audit log were dropped.
    case auditRecordsLost = "2ee03add57594a7db4a68bae519275bd"

    /// The limit on open files reduces the limit on connections.
    case descriptorLimitLow = "fd88307c0eea48f9a128bddf929c30be"

    /// The socket of systemd replaces the configured one.
    case socketNotCreated = "f4fc08cdded34425b0057a134a397f59"

    /// A method threw an error that its contract does not declare.
    case undeclaredError = "1173a9d18f8a4dd1b62386a35ebcc971"

    /// A client has connected.
    case clientConnected = "9fd0193802234c4fb4dd08f8ebdd303e"

    /// A connection has been closed.
    case connectionClosed = "8570530d36da4fa68b516b065bc3afd8"

    /// A limit on connections is reached.
    case connectionRefused = "3f2eb140c3b1448a85bd683ce252370c"

    /// A client sent a malformed message.
    case malformedMessage = "3cbd0aff1b2a4827a2a2b3917d77fe35"

    /// A connection cannot be accepted.
    case acceptFailed = "851514b99449471a927a68338e977bdf"

    /// A connection that systemd passed cannot be served.
    case adoptionFailed = "8f589c622327448480b7b3b1a85401f8"

    /// The connections were given to systemd for the next process.
    case connectionsHandedOver = "abd4f2d7cce4461299655cafed786048"

    /// The connections of the previous process are served.
    case connectionsTakenOver = "05a44fa36fad41b7b36e3dcea4c24292"

    /// The connections could not be handed over to the next process.
    case handoverFailed = "c2c06ad1a33742a39027541f2630afdf"

    /// An administrator changed the log level.
    case logLevelChanged = "395fce1669a4488490cef7ecbfca242f"

    /// An administrator set the terms of a failpoint.
    case failpointChanged = "0cd5b1c044b34b2f92cb69fcfc7e1c9b"

    /// A plugin was stopped while it started.
    case pluginStopped = "56cce4a4906b43ec946dbea9e9800542"

    /// The state of a plugin changed.
    case pluginStateChanged = "d9b77453becb44b3b0831724566610b1"

    /// A plugin failed.
    case pluginFailed = "c2c985e05ddb4b0aa8dc3762bebd11a2"

    /// A plugin is started again after a delay.
    case pluginRestartDelayed = "b70dcb905ecd4542b1102cc973b6f527"

    /// A plugin has failed and is not started again.
    case pluginGivenUp = "2ad79cfef43a406886087bf6f56afacd"

    /// A plugin ended the daemon several times in a row, and does not start.
    case pluginQuarantined = "03a9456491cf4252921c2ad0300e1a29"

    /// The deaths of the daemon cannot be counted.
    case deathCountsUnavailable = "7125b2aab30d4837922c489b8ae34bb0"

    /// A health check of a plugin reports a problem.
    case pluginDegraded = "fb2123a1c06d4579af4e0563910d996a"

    /// A degraded plugin is healthy again.
    case pluginRecovered = "3d9bf2c80d1b4956985279f0df5dafbf"

    /// A run of a job of a plugin failed, and is repeated.
    case jobFailed = "a9eda439e29943678d4ca8d2d82ba463"

    /// The last runs of jobs cannot be read or saved.
    case jobTimesUnavailable = "57303c130e95494d82966b89d0b23d9c"

    /// Services of a plugin did not stop within their time limit.
    case servicesOverdue = "1e89c16803a34c7b928d68a5aedce0c5"

    /// All threads of a plugin are blocked.
    case pluginStalled = "93218a9845fe4292901c52ffe1633e9c"

    /// A job of a plugin occupies a thread for long.
    case threadBlocked = "4aae9ef6bbf841a387a919bc5a5cbd26"

    /// Code of a plugin exceeded its time limit.
    case pluginStuck = "6d78c4f7ed444ff5aa05122f58e58a3a"

    /// Abandoned code of a plugin ended.
    case stuckActivityEnded = "57b254ba6d434c6e8ae7b97effeff346"

    /// Stuck plugins were not closed.
    case pluginsNotClosed = "6c3b6e0d91a64ebc962374774c555aba"

    /// An instance did not close.
    case instanceNotClosed = "958e465b5bd643f98b17102144a77181"

    /// An instance is referenced after its scope has closed.
    case instanceLeaked = "2db9d0b164c542168ad93acb2e86e7fd"

    /// Files of a plugin are open, although it has ended.
    case filesLeaked = "c95a60bcf9514e0195a7171769839b56"

    /// The configuration was reloaded.
    case reloaded = "0a2b9cea64124d169bac2711696ff35c"

    /// A reload of the configuration failed, and nothing has changed.
    case reloadFailed = "613fcfeb78134c06aa2a27a19cdb3309"

    /// A plugin failed with the new configuration, and the previous one was restored.
    case reloadRolledBack = "8993891caca446048aa003c5bd2043f4"

    /// The cluster does not respond, or this host is not registered in it.
    case clusterUnavailable = "9f7c2b8722fd4d5aa7831aa8a926905c"

    /// The cluster responds again.
    case clusterAvailable = "43ac1d5daf5242d29f1f87a85047de32"

    /// A plugin extends a point that no plugin declares.
    case extensionPointUnknown = "fb97df5227fe445da442d851f346de8e"

    /// Two metrics have one name, and one of them is missing.
    case metricConflict = "996cd2b6edb24787bd3399687c5ed138"

    /// The level at which the event is logged.
    var level: Logger.Level {
        switch self {
        case .stopOverdue, .watchdogTriggered: .critical
        case .previousRunCrashed, .undeclaredError, .acceptFailed, .adoptionFailed, .pluginFailed, .pluginGivenUp,
            .pluginStalled, .pluginStuck, .pluginQuarantined,
            .pluginsNotClosed, .auditLogUnwritable, .auditRecordsLost, .reloadFailed, .reloadRolledBack,
            .extensionPointUnknown:
            .error
        case .stoppedImmediately, .previousRunKilled, .threadBlocked, .crashRecordUnavailable, .deathCountsUnavailable,
            .descriptorLimitLow, .jobFailed, .jobTimesUnavailable,
            .socketNotCreated, .failpointChanged,
            .connectionRefused, .malformedMessage, .pluginDegraded, .instanceNotClosed, .instanceLeaked,
            .filesLeaked, .servicesOverdue, .handoverFailed, .clusterUnavailable, .metricConflict:
            .warning
        case .ready, .stopping, .stopped, .pluginRestartDelayed, .signalIgnored, .reloadSignaled, .auditedCall,
            .logLevelChanged,
            .pluginRecovered,
            .stuckActivityEnded, .startDelayed, .auditLogWritten, .reloaded, .clusterAvailable:
            .notice
        case .pluginStopped, .connectionsHandedOver, .connectionsTakenOver: .info
        case .clientConnected, .connectionClosed, .pluginStateChanged: .debug
        }
    }
}

extension Logger {
    /// Logs an event of the daemon at its level.
    func log(
        _ event: HostEvent, _ message: @autoclosure () -> Logger.Message,
        metadata: @autoclosure () -> Logger.Metadata = [:], file: String = #fileID, function: String = #function,
        line: UInt = #line
    ) {
        log(
            level: event.level, message(),
            metadata: metadata().merging([JournalLogHandler.messageIdentifierKey: "\(event.rawValue)"]) { $1 },
            file: file,
            function: function, line: line)
    }
}
