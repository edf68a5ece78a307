import CommandModel
import ContractCommands
import HummingbirdCore
import Trellis

/// The path `/forms`: the commands of the running plugins, as `trellisctl` derives them from the contracts.
struct FormsEndpoint: Sendable {
    private let contracts: Contracts

    init(contracts: Contracts) { self.contracts = contracts }

    /// Returns the commands of all interfaces of running plugins.
    func response(for session: WebSession) async throws -> Response {
        var forms: [JSONValue] = []
        for plugin in try await session.plugins() {
            guard ["running", "degraded", "reloading"].contains(plugin["state"]?.stringValue) else { continue }
            for name in plugin["interfaces"]?.arrayValue?.compactMap(\.stringValue) ?? []
            where name != DashboardContract.contract.name {
                // A plugin that has stopped since has no commands.
                guard let contract = try? await contracts.contract(name, from: session.caller) else { continue }
                forms.append([
                    "plugin": plugin["name"] ?? nil, "interface": .string(name),
                    "commands": .array(contract.commands.map { .object(Self.form($0.name, $0.method, in: contract)) }),
                ])
            }
        }
        return .json(.array(forms))
    }

    private static func form(
        _ name: String, _ method: InterfaceDescription.Method, in contract: InterfaceDescription
    ) -> JSONObject {
        let types = TypeDescription(interface: contract)
        let names = CommandNames(method.parameters.lazy.map(\.name))
        let text = method.purpose.summaryAndDiscussion
        return [
            "method": .string(method.name), "command": .string(name), "summary": .string(text.summary),
            "discussion": .array(text.discussion.map { .string($0) }), "role": .string(method.role),
            "streams": .bool(method.streaming == .required),
            "fields": .array(method.parameters.map { .object(Self.field($0, names.spelled($0.name), types)) }),
        ]
    }

    private static func field(
        _ field: InterfaceDescription.Field, _ label: String, _ types: TypeDescription
    ) -> JSONObject {
        let (type, values) = type(of: types.kind(field.type))
        var isRepeated = false
        // A list of structures is one JSON value.
        if case .list = types.interface.resolve(field.type), type != "json" { isRepeated = true }
        var form: JSONObject = [
            "name": .string(field.name), "label": .string(label), "help": .string(field.purpose.inOneLine),
            "type": .string(type), "optional": .bool(field.isOptional), "repeated": .bool(isRepeated),
            "positional": .bool(!field.isOptional || field.isNotedAsPositional),
        ]
        if !values.isEmpty { form["values"] = .array(values) }
        if case .map = types.interface.resolve(field.type) { form["type"] = "json" }
        return form
    }

    /// The type of an input, and the values of an enumeration.
    private static func type(of kind: ValueKind) -> (String, [JSONValue]) {
        switch kind {
        case .text, .path: ("string", [])
        case .integer: ("int", [])
        case .number: ("float", [])
        case .boolean: ("bool", [])
        case .json: ("json", [])
        case .choice(let candidates):
            ("enum", candidates.map { ["name": .string($0.word), "help": .string($0.summary)] })
        }
    }
}
