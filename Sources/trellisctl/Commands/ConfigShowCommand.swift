import CommandModel
import HostInterface
import Varlink

/// The command `trellisctl config show`.
struct ConfigShowCommand: BuiltInCommand {
    private let keys: [String]
    private let all: Bool

    init(_ arguments: ParsedArguments) {
        keys = arguments.texts("key")
        all = arguments.has("all")
    }

    func run(in session: Session) async throws {
        let host = HostClient(try await session.connect())
        var reply = try await session.withTimeout { try await host.readConfiguration() }
        try checkKeys(among: reply.settings)
        reply.settings.removeAll { !isShown($0) }
        guard session.options.format == .people else {
            return try StandardOutput.write(JSONValue(reply), as: session.options.format)
        }
        let hasPending = reply.settings.contains { $0.pending != nil }
        let printer = ReplyPrinter(
            columns: hasPending ? Self.columnsWithPending : Self.columns, format: .people, display: session.display)
        for setting in reply.settings { try await printer.add(setting.row) }
        try await printer.settle()
        if reply.settings.isEmpty {
            StandardError.write(line: "trellisctl: no settings are set; use --all to show the default values")
        }
        for file in reply.changedFiles {
            StandardError.write(
                line: "trellisctl: \(file.escapingControlCharacters) has changed since the daemon read it; "
                    + "'trellisctl reload' applies the change")
        }
    }

    /// Rejects a key that is neither a setting nor a section.
    private func checkKeys(among settings: [HostContract.Setting]) throws(CommandLineError) {
        for key in keys where !settings.contains(where: { $0.key == key || $0.isIn(key) }) {
            throw .invalidValue(
                key, for: "key", expected: "a key or a section of the configuration",
                kind: .choice(settings.map { Completion.Candidate($0.key) }))
        }
    }

    private func isShown(_ setting: HostContract.Setting) -> Bool {
        if keys.contains(setting.key) { return true }
        return (all || setting.source != .default || setting.pending != nil)
            && (keys.isEmpty || keys.contains(where: setting.isIn))
    }

    private static let columns = columns(["KEY", "VALUE", "SOURCE"])
    private static let columnsWithPending = columns(["KEY", "VALUE", "SOURCE", "AFTER A RESTART"])

    private static func columns(_ headings: [String]) -> ReplyColumns {
        let keys = ["key", "value", "source", "pending"]
        return ReplyColumns(
            zip(keys, headings).map { ReplyColumns.Column(path: [$0], heading: $1, isNumber: false) })
    }
}

extension HostContract.Setting {
    /// Whether the setting is in a section.
    fileprivate func isIn(_ section: String) -> Bool { key.hasPrefix(section + ".") }

    /// The setting as a row of a table.
    fileprivate var row: JSONObject {
        var row: JSONObject = ["key": .string(key), "source": .string(location ?? source.rawValue)]
        row["value"] = text(value, elements, source).map { .string($0) }
        if let pending {
            let value = text(pending.value, pending.elements, pending.source) ?? "not set"
            row["pending"] = .string("\(value) (\(pending.location ?? pending.source.rawValue))")
        }
        return row
    }

    /// A value as text; nil if there is none.
    private func text(_ value: String?, _ elements: [String]?, _ source: HostContract.SettingSource) -> String? {
        if type == .secret { return source == .default ? nil : "***" }
        return elements.map { "[\($0.joined(separator: ", "))]" } ?? value
    }
}
