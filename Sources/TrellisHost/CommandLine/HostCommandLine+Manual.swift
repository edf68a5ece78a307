import CommandModel
import Trellis

extension HostCommandLine {
    /// The generated sections of trellisd(8) and trellis.yaml(5).
    var manual: ManualSections {
        let valid = Host.validSettings(of: plugins, root: root)
        var sections = ManualSections()
        sections.add("options", Mdoc.list(of: command.parameters))
        sections.add("settings-of-the-daemon", list(valid.daemon))
        sections.add("settings-of-every-plugin", list(valid.everyPlugin))
        sections.add(
            "settings-of-plugins",
            valid.plugins.flatMap { [".Ss The plugin " + Mdoc.text($0.name)] + list($0.settings) })
        return sections
    }

    private func list(_ settings: [SettingDeclaration]) -> [String] {
        Mdoc.list(
            settings.map { setting in
                let key = setting.path.joined(separator: ".")
                let expected = "Expected: " + Mdoc.text(setting.type.expectation) + "."
                let fallback = setting.defaultText.flatMap { $0.isEmpty ? nil : "Default: " + Mdoc.text($0) + "." }
                let lines = Mdoc.paragraph(setting.summary) + [expected, fallback].compactMap(\.self)
                return ("Ic " + Mdoc.text(key), lines)
            })
    }
}
