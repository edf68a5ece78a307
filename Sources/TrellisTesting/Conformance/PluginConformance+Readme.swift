import Trellis

extension PluginConformance {
    func readmeViolations() async throws -> [ConformanceFinding] {
        let readme: PluginReadme
        do {
            readme = try PluginReadme(at: self.readme)
        } catch {
            return [
                ConformanceFinding(
                    "the README cannot be read: \(error)", at: self.readme.string,
                    because: "Operators find the commands and the configuration of a plugin in its README",
                    advice: "Write the file, or pass its path as `readme:`")
            ]
        }
        var found = keyViolations(in: readme)
        let descriptions = try await contracts().compactMap { try? InterfaceDescription(parsing: $0.description) }
        let methods = descriptions.flatMap(\.methods)
        let errors = descriptions.flatMap(\.errors).map(\.name)
        if !readme.tables(of: "command").isEmpty {
            let rows = readme.rows(of: "command")
            found += differences(
                between: methods.map(\.name), and: rows.map(\.name), table: "command", kind: "method")
            for (name, table, row) in rows {
                guard let method = methods.first(where: { $0.name == name }), let role = try? Role(requiredBy: method),
                    let cell = table.cell("role", of: row), cell != role.rawValue
                else { continue }
                found.append(
                    mismatch(
                        "the table of commands has the role '\(cell)', and the contract has '\(role.rawValue)'",
                        in: "the row `\(name)`"))
            }
        }
        if !readme.tables(of: "error").isEmpty {
            found += differences(
                between: errors, and: readme.rows(of: "error").map(\.name), table: "error", kind: "error")
        }
        return found
    }

    private func keyViolations(in readme: PluginReadme) -> [ConformanceFinding] {
        let rows = readme.rows(of: "key")
        var found = differences(
            between: declarations.map { $0.path.joined(separator: ".") }, and: rows.map(\.name), table: "key",
            kind: "configuration key")
        for declaration in declarations {
            let key = declaration.path.joined(separator: ".")
            guard let (_, table, row) = rows.first(where: { $0.name == key }) else { continue }
            guard let cell = table.cell("default", of: row), !cell.isEmpty else {
                found.append(mismatch("the table of keys has no default", in: "the row `\(key)`"))
                continue
            }
            if let text = declaration.defaultText, !cell.states(text) {
                found.append(
                    mismatch(
                        "the table of keys has the default '\(cell)', and the code has '\(text)'",
                        in: "the row `\(key)`"))
            }
        }
        return found
    }

    private func differences(
        between declared: [String], and documented: [String], table: String, kind: String
    ) -> [ConformanceFinding] {
        declared.filter { !documented.contains($0) }.map {
            mismatch(
                "the \(kind) `\($0)` is not in a table with the first column '\(table)'", in: "the \(table) tables")
        }
            + documented.filter { !declared.contains($0) }.map {
                mismatch("the plugin has no \(kind) `\($0)`", in: "the \(table) tables")
            }
    }

    private func mismatch(_ problem: String, in place: String) -> ConformanceFinding {
        ConformanceFinding(
            problem, at: "\(readme.lastComponent?.string ?? "README.md"), \(place)",
            because: "Operators rely on the README, which nothing else compares with the code",
            advice: "Correct the README, or the code")
    }
}

extension String {
    /// Whether a cell of a table contains a default value: as a word, with or without separators of thousands.
    fileprivate func states(_ value: String) -> Bool {
        if value.isEmpty { return true }
        let words = replacing(",", with: "").split { " `;()".contains($0) }.map {
            $0.hasSuffix(":") ? $0.dropLast() : $0
        }
        let expected = value.replacing(",", with: "").split(separator: " ")
        return words.indices.contains { words[$0...].starts(with: expected) }
    }
}
