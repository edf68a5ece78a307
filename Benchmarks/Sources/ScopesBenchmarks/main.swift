// The cost of the container, compared with hand-written code.
//
// An argument such as `admission` selects one measurement.

let parts: [(name: String, measure: () async throws -> Void)] = [
    ("scenes", measureScenes), ("reads", measureReads), ("admission", measureAdmission), ("memory", measureMemory),
]
let chosen = CommandLine.arguments.dropFirst()
for part in parts where chosen.isEmpty || chosen.contains(part.name) {
    try await part.measure()
}
