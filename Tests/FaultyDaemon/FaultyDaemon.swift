import Dispatch
import Glibc
import NIOCore
import NIOPosix
import ServiceLifecycle
import SystemPackage
import Trellis
import TrellisHost

/// A daemon with a plugin that ends it.
///
/// It replaces `trellisd` in the machines of the integration tests. With a folder as its argument, it is a daemon with the dashboard
/// and 1,100 plugins that do nothing, whose files are in the folder.
@main
enum FaultyDaemon {
    static func main() async {
        if CommandLine.arguments.count > 1 {
            let folder = FilePath(CommandLine.arguments[1])
            let options = HostOptions(
                configuration: folder.appending("trellis.yaml"), stateDirectory: folder.appending("state"),
                cacheDirectory: folder.appending("cache"), runtimeDirectory: folder.appending("run"),
                socket: folder.appending("io.trellis").string)
            exit(await Host.runProcess(options, plugins: IdlePlugin.registrations, checking: false))
        }
        let plugins = [
            PluginRegistration(FaultyPlugin.self), PluginRegistration(DependentPlugin.self),
            PluginRegistration(MoodyPlugin.self),
        ]
        exit(await Host.runProcess(HostOptions(), plugins: plugins, checking: false))
    }
}

/// The fault that the plugin `faulty` has.
enum Fault: String, Sendable, CaseIterable {
    case none

    /// A crash while the plugin starts.
    case crashAtStart

    /// A crash while the plugin runs.
    case crash

    /// A callback of a library that blocks every event loop.
    case blockEventLoops

    /// Callbacks of a library that block all threads of Swift's pool.
    case blockSharedThreads

    /// All threads of the plugin are blocked.
    case stall

    /// The service ignores its cancellation.
    case ignoreCancellation
}

struct FaultyConfiguration: Sendable, PluginConfiguration {
    let fault: Fault

    init(from settings: Settings) {
        fault = settings.choice("fault", default: .none, "The fault.")
    }
}

/// The interface that other plugins need.
protocol Faulty: Sendable {}

struct FaultyPlugin: Plugin {
    static let manifest = PluginManifest(name: "faulty", version: "1.0.0", summary: "Ends the daemon.")

    static func assemble(_ blueprint: inout Blueprint, configuration: FaultyConfiguration) {
        blueprint.provide(FaultyInstance.init(configuration:), .carried) { $0 as any Faulty }
        blueprint.export((any Faulty).self)
        blueprint.run(FaultyService.init(configuration:plugin:))
    }
}

struct FaultyInstance: Faulty {
    init(configuration: FaultyConfiguration) {
        if configuration.fault == .crashAtStart { fatalError("on purpose") }
    }
}

struct FaultyService: Service {
    let configuration: FaultyConfiguration
    let plugin: PluginEnvironment

    func run() async throws {
        switch configuration.fault {
        case .none, .crashAtStart: break
        case .crash: fatalError("on purpose")
        case .blockEventLoops:
            for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
                loop.execute { plugin.attributed { block() } }
            }
        case .blockSharedThreads:
            for _ in 0..<64 {
                Task.detached(executorPreference: globalConcurrentExecutor) { plugin.attributed { block() } }
            }
        case .stall:
            for number in 0..<64 { plugin.task("blocked \(number)") { block() } }
        case .ignoreCancellation:
            // The detached task is not cancelled with this one.
            await Task.detached { _ = try? await Task.sleep(for: .seconds(86_400)) }.value
        }
        try await gracefulShutdown()
    }
}

/// Blocks the thread.
@Sendable private func block() {
    DispatchSemaphore(value: 0).wait()
}

struct DependentPlugin: Plugin {
    static let manifest = PluginManifest(name: "dependent", version: "1.0.0", summary: "Needs the plugin faulty.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.provide(DependentInstance.init(faulty:))
    }
}

struct DependentInstance: Sendable {
    init(faulty: any Faulty) {}
}
