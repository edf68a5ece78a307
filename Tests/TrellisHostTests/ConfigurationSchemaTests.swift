import Testing
import Trellis

@testable import TrellisHost

@Suite("The JSON Schema of the configuration", .timeLimit(.minutes(2)))
struct ConfigurationSchemaTests {
    private let plugins = [PluginRegistration(VaultPlugin.self), PluginRegistration(NotebookPlugin.self)]

    @Test("has every key of the daemon and of every plugin, and no other")
    func keys() throws {
        let schema = try JSONValue(parsing: Host.configurationSchema(of: plugins))
        #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
        var keys: [[String]] = []
        func visit(_ section: JSONValue, at path: [String]) {
            #expect(section["additionalProperties"] == false)
            #expect(section["type"] == ["object", "null"])
            for member in section["properties"]?.objectValue?.members ?? [] {
                let path = path + [member.key]
                if member.value["properties"] == nil { keys.append(path) } else { visit(member.value, at: path) }
            }
        }
        visit(schema, at: [])
        #expect(Set(keys) == Set(ConfigurationSchema(of: plugins).declarations.map(\.path)))
        #expect(keys.contains(["plugins", "notebook", "timeoutStart"]))
        #expect(keys.contains(["plugins", "vault", "access", "users"]))
    }

    @Test("describes the plugins")
    func descriptions() throws {
        let schema = try JSONValue(parsing: Host.configurationSchema(of: plugins))
        let vault = schema["properties"]?["plugins"]?["properties"]?["vault"]
        #expect(vault?["description"] == "A vault.")
        #expect(vault?["properties"]?["metal"]?["enum"] == ["iron", "steel", nil])
    }

    @Test("has the section plugins even if there is no plugin")
    func empty() throws {
        let schema = try JSONValue(parsing: Host.configurationSchema(of: []))
        #expect(schema["properties"]?["plugins"]?["properties"] == [:])
    }
}
