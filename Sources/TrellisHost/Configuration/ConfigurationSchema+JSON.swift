import Trellis

extension ConfigurationSchema {
    /// The schema as JSON Schema (draft 2020-12), with which editors validate and complete `trellis.yaml`.
    ///
    /// The schema accepts every configuration that the daemon accepts. It cannot express every rule of the daemon, such
    /// as the limits of a duration with a unit.
    var json: JSONObject {
        var schema: JSONObject = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": .string("Configuration of trellisd \(Release.version)"),
        ]
        for member in section([]).members { schema[member.key] = member.value }
        return schema
    }

    /// The schema as JSON over several lines, without a newline at its end.
    var text: String { JSONValue.object(json).formatted(.pretty) }

    /// The schema of a section.
    ///
    /// The value of an empty section, which is `null` in YAML, is valid.
    private func section(_ path: [String]) -> JSONObject {
        var properties = JSONObject()
        // The sections without keys follow those with keys.
        for descendant in declarations.map(\.path) + sections.sorted(by: { $0.lexicographicallyPrecedes($1) })
        where descendant.count > path.count && descendant.starts(with: path) {
            let child = Array(descendant.prefix(path.count + 1))
            guard let key = child.last, properties[key] == nil else { continue }
            properties[key] = .object(settings[child]?.jsonSchema ?? section(child))
        }
        var schema = JSONObject()
        if let summary = summaries[path] { schema["description"] = .string(summary) }
        schema["type"] = ["object", "null"]
        schema["additionalProperties"] = false
        schema["properties"] = .object(properties)
        return schema
    }
}
