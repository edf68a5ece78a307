import ConsoleLogging
import Foundation
import Glibc
import Logging
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("What the daemon tells systemd", .timeLimit(.minutes(5)))
struct DaemonTests {
    @Test("follows the states of its plugins, and says once that it stops")
    func status() async {
        // In a process of its own, since a daemon takes signals.
        await #expect(processExitsWith: .success) {
            try await withTemporaryFolder { folder in
                let systemd = try NotificationReceiver(at: folder.appending("notify"))
                setenv("NOTIFY_SOCKET", folder.appending("notify").string, 1)
                let configuration = folder.appending("trellis.yaml")
                try Data("plugins: { base: { required: no }, lone: {} }\n".utf8)
                    .write(to: URL(fileURLWithPath: configuration.string))
                var behaviour = Behaviour()
                let recorder = behaviour.recorder
                behaviour.runBase = {
                    await recorder.wait(for: "go")
                    throw PluginFailure(.unavailable, "a pipe burst")
                }
                let host = Host(
                    options: HostOptions(
                        configuration: configuration, stateDirectory: folder.appending("state"),
                        cacheDirectory: folder.appending("cache"), runtimeDirectory: folder.appending("run"),
                        socket: folder.appending("socket").string),
                    plugins: PluginHostTests.registrations, service: systemd.environment, variables: [:])
                let daemon = Task { [behaviour] in
                    try await Behaviour.$current.withValue(behaviour) {
                        try await host.run(logTo: .console(ConsoleWriter(style: .plain)))
                    }
                }
                await systemd.told.wait(for: "STATUS=2 plugins run")
                recorder.note("go")
                await systemd.told.wait(for: "STATUS=1 of 2 plugins run; base failed")
                #expect(kill(getpid(), SIGTERM) == 0)
                try await daemon.value

                let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                ServiceManager(environment: systemd.environment, logger: logger).notify(.status("read it all"))
                await systemd.told.wait(for: "STATUS=read it all")
                let told = systemd.told.events
                #expect(told.filter { $0 == "STOPPING=1" }.count == 1)
                #expect(told.drop { $0 != "STOPPING=1" }.dropFirst().first == "STATUS=stopping")
            }
        }
    }
}
