import CommandModel
import Trellis
import TrellisHost

extension Trellisd {
    /// The generated sections of trellisd(8) and trellis.yaml(5).
    static var manual: ManualSections {
        let valid = Host.validSettings(of: plugins)
        var sections = ManualSections()
        sections.add("options", Mdoc.list(of: command.parameters))
        sections.add("settings-of-the-daemon", list(valid.daemon))
        sections.add("settings-of-every-plugin", list(valid.everyPlugin))
        sections.add(
            "settings-of-plugins",
            valid.plugins.flatMap { [".Ss The plugin " + Mdoc.text($0.name)] + list($0.settings) })
        return sections
    }

    private static func list(_ settings: [SettingDeclaration]) -> [String] {
        Mdoc.list(
            settings.map { setting in
                let key = setting.path.joined(separator: ".")
                let fallback = setting.defaultText.map { $0.isEmpty ? "" : "; " + Mdoc.text($0) + " unless set" } ?? ""
                let type = "It takes " + Mdoc.text(setting.type.expectation) + fallback + "."
                return ("Ic " + Mdoc.text(key), Mdoc.paragraph(setting.summary) + [type])
            })
    }
}
