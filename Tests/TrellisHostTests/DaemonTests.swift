import ConsoleLogging
import Foundation
import Glibc
import Logging
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The daemon's notifications to systemd", .timeLimit(.minutes(2)))
struct DaemonTests {
    @Test("report the states of the plugins, and report the stop only once")
    func status() async {
        // The test runs in a separate process, because a daemon handles signals.
        await #expect(processExitsWith: .success) {
            try await withTemporaryFolder { folder in
                let systemd = try FakeSystemd(in: folder)
                setenv("NOTIFY_SOCKET", folder.appending("notify").string, 1)
                let configuration = folder.appending("trellis.yaml")
                try Data("plugins: { base: { required: no, restart: no }, lone: {} }\n".utf8)
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
                try await systemd.wait(for: "STATUS=2 plugins run")
                recorder.note("go")
                try await systemd.wait(for: "STATUS=1 of 2 plugins run; base failed")
                #expect(kill(getpid(), SIGTERM) == 0)
                try await daemon.value

                let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                ServiceManager(environment: systemd.environment, logger: logger).notify(.status("end of test"))
                try await systemd.wait(for: "STATUS=end of test")
                let received = systemd.notifications
                #expect(received.filter { $0 == "STOPPING=1" }.count == 1)
                #expect(received.drop { $0 != "STOPPING=1" }.dropFirst().first == "STATUS=stopping")
            }
        }
    }

    @Test("end with the failure when the control socket cannot be served")
    func server() async {
        await #expect(processExitsWith: .success) {
            try await withTemporaryFolder { folder in
                let systemd = try FakeSystemd(in: folder)
                setenv("NOTIFY_SOCKET", folder.appending("notify").string, 1)
                var behaviour = Behaviour()
                // The socket listens now, and is not served yet. A file cannot be watched by an event loop.
                behaviour.startLone = {
                    for descriptor in 3..<1024 as Range<Int32> {
                        var (listens, size): (Int32, socklen_t) = (0, 4)
                        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens == 1
                        else { continue }
                        let file = open("/etc/passwd", O_RDONLY)
                        dup2(file, descriptor)
                        close(file)
                    }
                }
                let host = Host(
                    options: .within(folder, settings: ["plugins.lone.enabled=true"]),
                    plugins: PluginHostTests.registrations, service: systemd.environment, variables: [:])
                let failure = await #expect(throws: HostFailure.self) {
                    try await Behaviour.$current.withValue(behaviour) {
                        try await host.run(logTo: .console(ConsoleWriter(style: .plain)))
                    }
                }
                #expect(failure?.message.hasPrefix("the control socket is no longer served: ") == true)
            }
        }
    }

    @Test("report the progress of the start, and the remaining time before the next start of a failed plugin")
    func countdown() async {
        await #expect(processExitsWith: .success) {
            try await withTemporaryFolder { folder in
                let systemd = try FakeSystemd(in: folder)
                setenv("NOTIFY_SOCKET", folder.appending("notify").string, 1)
                var options = HostOptions.within(folder, settings: [])
                options.configuration = folder.appending("trellis.yaml")
                try Data("plugins: { base: { required: no, restartDelay: 3s }, lone: {} }\n".utf8)
                    .write(to: URL(fileURLWithPath: folder.appending("trellis.yaml").string))
                var behaviour = Behaviour()
                behaviour.runBase = { throw PluginFailure(.unavailable, "a pipe burst") }
                let host = Host(
                    options: options, plugins: PluginHostTests.registrations, service: systemd.environment,
                    variables: [:])
                let daemon = Task { [behaviour] in
                    try await Behaviour.$current.withValue(behaviour) {
                        try await host.run(logTo: .console(ConsoleWriter(style: .plain)))
                    }
                }
                try await systemd.wait { $0.hasPrefix("STATUS=starting: ") && $0.hasSuffix(" of 2 plugins run") }
                for seconds in [3, 2] {
                    try await systemd.wait(for: "STATUS=1 of 2 plugins run; base failed, next start in \(seconds)s")
                }
                #expect(kill(getpid(), SIGTERM) == 0)
                try await daemon.value
            }
        }
    }

    @Test("report a reload in every outcome, with the reason of a failure")
    func reload() async {
        await #expect(processExitsWith: .success) {
            try await withTemporaryFolder { folder in
                let systemd = try FakeSystemd(in: folder)
                setenv("NOTIFY_SOCKET", folder.appending("notify").string, 1)
                let file = URL(fileURLWithPath: folder.appending("trellis.yaml").string)
                try Data("plugins: { lone: }\n".utf8).write(to: file)
                var options = HostOptions.within(folder, settings: [])
                options.configuration = folder.appending("trellis.yaml")
                let host = Host(
                    options: options, plugins: PluginHostTests.registrations, service: systemd.environment,
                    variables: [:])
                let daemon = Task { try await host.run(logTo: .console(ConsoleWriter(style: .plain))) }
                try await systemd.wait(for: "STATUS=1 plugin runs")

                try Data("itmes: 1\n".utf8).write(to: file)
                #expect(kill(getpid(), SIGHUP) == 0)
                try await systemd.wait { $0.hasPrefix("STATUS=1 plugin runs; the last reload failed: ") }
                let received = systemd.notifications
                #expect(received.filter { $0 == "READY=1" }.count == 2)
                let reload = received.drop { $0 != "RELOADING=1" }
                #expect(reload.dropFirst().first?.hasPrefix("MONOTONIC_USEC=") == true)

                try Data("plugins: { lone: , base: }\n".utf8).write(to: file)
                #expect(kill(getpid(), SIGHUP) == 0)
                try await systemd.wait(for: "STATUS=2 plugins run")
                #expect(kill(getpid(), SIGTERM) == 0)
                try await daemon.value
            }
        }
    }
}
