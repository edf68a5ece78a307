// What the container costs, next to the same written by hand.
//
// With a name as its argument, such as `admission`, it measures that alone.

let parts: [(name: String, measure: () async throws -> Void)] = [
    ("scenes", measureScenes), ("reads", measureReads), ("admission", measureAdmission), ("memory", measureMemory),
]
let chosen = CommandLine.arguments.dropFirst()
for part in parts where chosen.isEmpty || chosen.contains(part.name) {
    try await part.measure()
}
