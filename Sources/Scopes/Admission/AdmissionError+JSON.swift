extension AdmissionError {
    /// The faults for tools, as one line of JSON.
    ///
    /// An object with the member `faults`: a list of objects with `code` (such as `SC001`), `name`, `scope`, `summary`, `remedy`
    /// and `chain`, a list of objects with `text` and, where it is known, `location` with `file` and `line`.
    public var json: String {
        JSONText.object([("faults", .array(faults.map(\.jsonText)))]).text
    }
}

extension Fault {
    /// The fault for tools, as one line of JSON.
    ///
    /// See ``AdmissionError/json``.
    public var json: String { jsonText.text }

    var jsonText: JSONText {
        .object([
            ("code", .string(code.rawValue)), ("name", .string(code.name)), ("scope", .string(scope)),
            ("summary", .string(summary)),
            (
                "chain",
                .array(
                    chain.map { link in
                        let location = link.location.map { [("location", $0.jsonText)] } ?? []
                        return .object([("text", .string(link.text))] + location)
                    })
            ),
            ("remedy", .string(remedy)),
        ])
    }
}
