// The cost of the container, compared with hand-written code.
//
// With a name as its argument, such as `admission`, it runs only that measurement.

let parts: [(name: String, measure: () async throws -> Void)] = [
    ("scenes", measureScenes), ("reads", measureReads), ("admission", measureAdmission), ("memory", measureMemory),
]
let chosen = CommandLine.arguments.dropFirst()
for part in parts where chosen.isEmpty || chosen.contains(part.name) {
    try await part.measure()
}
