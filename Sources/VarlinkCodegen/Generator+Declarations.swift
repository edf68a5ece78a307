extension Generator {
    /// Writes a type with its documentation.
    func writeDeclaration(_ declaration: SwiftDeclaration, to writer: inout SourceWriter) {
        switch declaration {
        case .structure(let structure): writeStructure(structure, to: &writer)
        case .enumeration(let enumeration): writeEnumeration(enumeration, to: &writer)
        }
    }

    private func writeStructure(_ structure: SwiftStructure, to writer: inout SourceWriter) {
        let hashable = names.standard("Hashable", in: structure.path)
        writer.documentation(structure.documentation)
        writer.block("\(access)struct \(structure.name): VarlinkValue, \(hashable) {") { writer in
            for property in structure.properties { writeProperty(property, in: structure, to: &writer) }
            if !structure.properties.isEmpty { writer.line("") }
            writeInitializer(of: structure, to: &writer)
            writer.line("")
            writeReading(of: structure, to: &writer)
            writer.line("")
            writeWriting(of: structure, to: &writer)
            for declaration in structure.nested {
                writer.line("")
                writeDeclaration(declaration, to: &writer)
            }
        }
    }

    private func writeProperty(_ property: SwiftProperty, in structure: SwiftStructure, to writer: inout SourceWriter) {
        let type = names.text(of: property.fullType, in: structure.path)
        let undocumented = ["The field `\(property.declaration)`."]
        writer.documentation(property.documentation.isEmpty ? undocumented : property.documentation)
        guard property.isBoxed else { return writer.line("\(access)var \(property.name): \(type)") }
        writer.block("\(access)var \(property.name): \(type) {") { writer in
            writer.line(
                "get { \(property.storageName).first }",
                "set { \(property.storageName) = newValue.map { [$0] } ?? [] }")
        }
        writer.line(
            "/// The storage of `\(SwiftName.unescaped(property.name))`: an array, because a structure can't contain itself directly.",
            "private var \(property.storageName): [\(names.text(of: property.type, in: structure.path))]")
    }

    private func writeInitializer(of structure: SwiftStructure, to writer: inout SourceWriter) {
        writer.documentation(["Creates a value from its fields."])
        let parameters = structure.properties.map { property in
            let type = names.text(of: property.fullType, in: structure.path)
            return "\(property.name): \(type)" + (property.isOptional ? " = nil" : "")
        }
        guard !structure.properties.isEmpty else { return writer.line("\(access)init() {}") }
        writer.list("\(access)init", parameters, " {", closesOnOwnLine: true)
        writer.indented { writer in
            for property in structure.properties { writer.line(property.assignment(of: property.name)) }
        }
        writer.line("}")
    }

    private func writeReading(of structure: SwiftStructure, to writer: inout SourceWriter) {
        let reader = SwiftName.free("reader", or: "jsonReader", besides: structure.properties.map(\.name))
        writer.documentation(["Decodes the value from JSON."])
        writer.block("\(access)init(from \(reader): inout JSONReader) throws(VarlinkDecodingError) {") { writer in
            writeFieldReading(structure.properties, reader: reader, in: structure.path, to: &writer)
            for property in structure.properties {
                writer.line(property.assignment(of: property.readValue(reader: reader)))
            }
        }
    }

    /// Writes the statements that decode the fields of an object into variables.
    func writeFieldReading(
        _ properties: [SwiftProperty], reader: String, in scope: [String], to writer: inout SourceWriter
    ) {
        let key = SwiftName.free("key", or: "fieldName", besides: properties.map(\.name))
        for property in properties {
            writer.line("var \(property.name): \(names.text(of: .optional(property.type), in: scope))")
        }
        writer.line("try \(reader).beginObject()")
        writer.block("while let \(key) = try \(reader).nextKey() {") { writer in
            guard !properties.isEmpty else { return writer.line("try \(reader).unknownField(\(key))") }
            writer.line("switch \(key) {")
            for property in properties {
                let type = names.text(of: property.type, in: scope)
                let function = property.isOptional ? "optionalField" : "field"
                writer.line("case \"\(property.wireName)\":")
                writer.indented { writer in
                    let arguments = ["\"\(property.wireName)\"", "as: \(type).self"]
                    writer.list("\(property.name) = try \(reader).\(function)", arguments)
                }
            }
            writer.line("default:")
            writer.indented { $0.line("try \(reader).unknownField(\(key))") }
            writer.line("}")
        }
    }

    private func writeWriting(of structure: SwiftStructure, to writer: inout SourceWriter) {
        let output = SwiftName.free("writer", or: "jsonWriter", besides: structure.properties.map(\.name))
        writer.documentation(["Encodes the value as JSON."])
        writer.block("\(access)func write(to \(output): inout JSONWriter) {") { writer in
            writer.line("\(output).beginObject()")
            for property in structure.properties { writer.line(property.writing(to: output)) }
            writer.line("\(output).endObject()")
        }
    }

    private func writeEnumeration(_ enumeration: SwiftEnumeration, to writer: inout SourceWriter) {
        let string = names.standard("String", in: enumeration.path)
        let caseIterable = names.standard("CaseIterable", in: enumeration.path)
        writer.documentation(enumeration.documentation)
        writer.block("\(access)enum \(enumeration.name): \(string), VarlinkEnum, \(caseIterable) {") { writer in
            for value in enumeration.cases {
                writer.documentation(value.documentation)
                let isSame = SwiftName.unescaped(value.name) == value.wireName
                writer.line("case \(value.name)" + (isSame ? "" : " = \"\(value.wireName)\""))
            }
        }
    }
}

extension SwiftProperty {
    /// The name of the array that stores a boxed property.
    ///
    /// Names of fields do not begin with an underscore.
    var storageName: String { "_\(SwiftName.unescaped(name))" }

    /// Returns the statement that sets the property.
    func assignment(of value: String) -> String {
        isBoxed ? "self.\(storageName) = \(value).map { [$0] } ?? []" : "self.\(name) = \(value)"
    }

    /// Returns the expression for the value of the property after decoding.
    func readValue(reader: String) -> String {
        isOptional ? name : "try \(reader).require(\(name), \"\(wireName)\")"
    }

    /// Returns the statement that encodes the property.
    func writing(to writer: String) -> String {
        "\(writer).\(isOptional ? "optionalField" : "field")(\"\(wireName)\", \(name))"
    }
}
