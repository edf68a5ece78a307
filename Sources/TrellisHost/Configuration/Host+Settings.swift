import HostInterface
import Trellis

extension Host {
    /// The valid configuration keys as JSON, from which the manual page trellis.yaml(5) is generated.
    ///
    /// The JSON is an object with a list `settings`, in the order of declaration. Each element has `key`, with dots
    /// between its parts; `takes`, a phrase such as `an integer from 1 to 10`; `default`, if there is a default value;
    /// and `summary`, a sentence or two. The keys that every plugin has are listed once, under `plugins.NAME`.
    ///
    /// - Parameter plugins: The plugins of the daemon.
    /// - Returns: The JSON, without a trailing newline.
    public static func describeSettings(of plugins: [PluginRegistration]) -> String {
        let common = Settings(path: ["plugins", "NAME"], source: NoSettings())
        _ = SupervisionConfiguration(from: common)
        let commonKeys = Set(common.declarations.map { $0.path.dropFirst(2) })
        let all = LoadedConfiguration.declarations(of: plugins)
        let daemon = all.filter { $0.path.first != "plugins" }
        let own = all.filter { $0.path.first == "plugins" && !commonKeys.contains($0.path.dropFirst(2)) }
        return JSONValue.object(["settings": .array((daemon + common.declarations + own).map(\.json))])
            .formatted(.pretty)
    }
}

extension SettingDeclaration {
    /// The declaration as JSON.
    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "key": .string(path.joined(separator: ".")), "takes": .string(type.expectation),
            "summary": .string(summary),
        ]
        object["default"] = defaultText.map { .string($0) }
        return .object(object)
    }
}
