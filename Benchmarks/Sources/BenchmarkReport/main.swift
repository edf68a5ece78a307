// Reads measurements of any number of runs from standard input, one JSON object per line, prints a table of their
// medians, and writes the medians to the given file. It fails when a limit is exceeded.

import BenchmarkSupport
import Foundation

guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: BenchmarkReport FILE <measurements\n".utf8))
    exit(64)
}

var names: [String] = []
var runs: [String: [Figure]] = [:]
while let line = readLine() {
    let measurement = try JSONDecoder().decode(Figure.self, from: Data(line.utf8))
    if runs[measurement.name] == nil { names.append(measurement.name) }
    runs[measurement.name, default: []].append(measurement)
}

let medians = names.compactMap { name -> Figure? in
    guard let all = runs[name], var median = all.first else { return nil }
    median.value = all.map(\.value).median
    if median.ratio != nil { median.ratio = all.compactMap(\.ratio).median }
    return median
}

/// Formats a number with three significant digits.
func short(_ value: Double) -> String {
    String(format: value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value)
}

/// Returns the cells of a table row: name, value, ratio, limit, verdict and reference.
func row(_ figure: Figure) -> [String] {
    let ratio = figure.ratio.map { short($0) } ?? ""
    let limit = figure.limit.map { (figure.better == .lower ? "≤ " : "≥ ") + short($0) } ?? ""
    let verdict = figure.isWithinLimit.map { $0 ? "ok" : "BEYOND" } ?? ""
    return [figure.name, short(figure.value) + " " + figure.unit, ratio, limit, verdict, figure.reference ?? ""]
}

let rows = medians.map { row($0) }
let table = [["what", "figure", "ratio", "limit", "", "to"]] + rows
let widths = (0..<6).map { column in table.map { $0[column].count }.max() ?? 0 }
for row in table {
    var line = ""
    for (cell, width) in zip(row, widths) { line += cell + String(repeating: " ", count: width - cell.count + 2) }
    print(line.trimmingCharacters(in: .whitespaces))
}

let encoder = JSONEncoder()
encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
try encoder.encode(medians).write(to: URL(filePath: CommandLine.arguments[1]))
exit(medians.contains { $0.isWithinLimit == false } ? 1 : 0)
