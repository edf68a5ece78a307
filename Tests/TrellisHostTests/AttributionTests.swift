import Dispatch
import Foundation
import Glibc
import Logging
import SystemPackage
import Testing
import TrellisTesting

@testable import TrellisHost

@Suite("A crash record", .timeLimit(.minutes(2)))
struct AttributionTests {
    /// The kinds of crashes.
    enum Crash: String {
        case abort, trap, segmentationFault

        /// A trap in an attributed callback, on a thread of a library.
        case callback

        /// A signal with an earlier handler that restores the default action, as Swift's runtime does after a backtrace.
        case signalAfterBacktrace
    }

    /// The signal of a trap instruction.
    #if arch(x86_64)
        static let trapSignal = SIGILL
    #else
        static let trapSignal = SIGTRAP
    #endif

    @Test("contains the signal and the plugin")
    func crash() async throws {
        await #expect(processExitsWith: .signal(SIGABRT)) { try await crashInPlugin(.abort) }
        try expectRecord(of: .abort, signal: SIGABRT)
        await #expect(processExitsWith: .signal(Self.trapSignal)) { try await crashInPlugin(.trap) }
        try expectRecord(of: .trap, signal: Self.trapSignal)
        await #expect(processExitsWith: .signal(SIGSEGV)) { try await crashInPlugin(.segmentationFault) }
        try expectRecord(of: .segmentationFault, signal: SIGSEGV)
        await #expect(processExitsWith: .signal(Self.trapSignal)) { try await crashInPlugin(.callback) }
        try expectRecord(of: .callback, signal: Self.trapSignal)
        await #expect(processExitsWith: .signal(SIGABRT)) { try await crashInPlugin(.signalAfterBacktrace) }
        try expectRecord(of: .signalAfterBacktrace, signal: SIGABRT)
    }

    private func expectRecord(of crash: Crash, signal: Int32) throws {
        let folder = crashFolder(crash, of: getpid())
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        let record = try #require(CrashRecord.last(in: folder))
        #expect(record.signal == signal)
        #expect(record.plugin == "culprit")
        #expect(record.process != getpid())
    }

    @Test("does not exist without a crash")
    func nothing() async throws {
        try await withTemporaryFolder { folder in
            #expect(CrashRecord.last(in: folder) == nil)
            try Data("nonsense".utf8).write(to: URL(fileURLWithPath: folder.appending(CrashRecord.fileName).string))
            #expect(CrashRecord.last(in: folder) == nil)
        }
    }
}

/// A folder that a test and its crashing process share.
private func crashFolder(_ crash: AttributionTests.Crash, of test: pid_t) -> FilePath {
    FilePath(FileManager.default.temporaryDirectory.path).appending("trellis-crash-\(test)-\(crash.rawValue)")
}

/// Crashes in a task of a plugin.
private func crashInPlugin(_ crash: AttributionTests.Crash) async throws {
    let folder = crashFolder(crash, of: getppid())
    try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
    if crash == .signalAfterBacktrace {
        var action = sigaction()
        action.__sigaction_handler.sa_sigaction = { number, _, _ in signal(number, SIG_DFL) }
        action.sa_flags = SA_SIGINFO
        sigaction(SIGABRT, &action, nil)
    }
    CrashRecord.prepare(in: folder, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let executor = PluginExecutor(plugin: "culprit")
    if crash == .callback {
        await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in
            DispatchQueue(label: "library").async { executor.attribute { fatalError("on purpose") } }
        }
    }
    await withTaskExecutorPreference(executor) { () async -> Void in
        switch crash {
        case .abort: abort()
        case .trap, .callback: fatalError("on purpose")
        case .segmentationFault: _ = raise(SIGSEGV)
        case .signalAfterBacktrace:
            // Threads of Swift's pool block the signal.
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, SIGABRT)
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
            _ = raise(SIGABRT)
        }
    }
}
