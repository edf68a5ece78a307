import Foundation
import Synchronization
import TrellisTesting

/// An interface without parameters, which obeys the rules.
struct PlainInterface: VarlinkInterface {
    static let contract = VarlinkContract(
        name: "org.example.plain",
        description: """
            interface org.example.plain

            # [Requires role 'read']
            method Run() -> ()

            error Broken ()

            """,
        methods: [.init(name: "Run", streaming: .never)])

    func handle(_ call: ServerCall) async throws {
        let _: JSONObject = try call.parameters(as: Nothing.self).object
        try call.reply([:] as JSONObject)
    }
}

/// The parameters of a method without parameters.
struct Nothing: VarlinkValue {
    var object: JSONObject { [:] }

    init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        try reader.beginObject()
        while let key = try reader.nextKey() { try reader.unknownField(key) }
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}

/// A plugin that obeys the rules unless a defect is added to its blueprint.
struct PlainPlugin: Plugin {
    static let manifest = PluginManifest(name: "plain", version: "1.0.0", summary: "Obeys.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.serve { PlainInterface() }
    }
}

/// Runs the checks, and returns the violations.
func violations<Type: Plugin>(
    of conformance: PluginConformance<Type>, _ checks: ConformanceCheck..., starts: Int = 2
) async throws -> [ConformanceFailure.Violation] {
    do {
        try await conformance.run(Set(checks), starts: starts)
        return []
    } catch let failure as ConformanceFailure {
        return failure.violations
    }
}
