public import Trellis

/// A plugin with a method that returns the current time.
public struct ClockPlugin: Plugin {
    /// The description of the plugin.
    public static let manifest = PluginManifest(name: "clock", version: "1.0.0", summary: "Tells the time.")

    /// Declares the interface.
    public static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.serve(ClockInterface.init(clock:))
    }
}

/// The implementation of `io.example.Clock`.
struct ClockInterface: ClockService {
    let clock: WallClock

    func now(context: CallContext) async throws -> ClockContract.NowReply {
        ClockContract.NowReply(time: clock.now().rfc3339)
    }
}
