public import Trellis

/// A door that opens with a code.
public struct DoorPlugin: Plugin {
    /// The description of the plugin.
    public static let manifest = PluginManifest(
        name: "door", version: "1.0.0", summary: "A door that opens with a code.",
        setup: "Pass the code to the daemon as the credential 'door.code'.")

    /// A code that needs no credential.
    public static let demo = ["code": "sesame"]

    /// Rejects a missing or unusable code.
    public static func validate(_ plugin: PluginEnvironment, configuration: DoorConfiguration) throws {
        _ = try Code(configuration: configuration, plugin: plugin)
    }

    /// Declares the code, the door and its interface.
    public static func assemble(_ blueprint: inout Blueprint, configuration: DoorConfiguration) {
        blueprint.provide(Code.init(configuration:plugin:))
        blueprint.provide(Door.init(code:configuration:clock:))
        blueprint.serve(DoorInterface.init(door:))
    }
}
