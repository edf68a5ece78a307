import Trellis

extension ConfigurationLayer {
    /// Creates the layer of a demo: every plugin is listed, with the settings that it declares for a demo.
    ///
    /// - Parameters:
    ///   - registrations: The plugins of the daemon.
    ///   - schema: The valid keys, which determine whether a value is a list.
    init(demoOf registrations: [PluginRegistration], schema: ConfigurationSchema) {
        let location = ConfigurationLocation.option(text: "--demo")
        let entries = registrations.flatMap { registration in
            let section = ["plugins", registration.name]
            let settings = registration.demo.sorted { $0.key < $1.key }.map { key, value in
                let path = section + key.split(separator: ".").map(String.init)
                return (path, Content(value, as: schema.settings[path]?.type))
            }
            return ([(section, .section)] + settings).map { path, content in
                Entry(path: path, content: content, keyLocation: location, location: location)
            }
        }
        self.init(name: "demo", entries: entries)
    }
}
