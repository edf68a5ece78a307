// What Items costs: durable adds by many clients at once, next to one client; pages of a long list, next to those of a
// short one; and what a change costs while many watch.
//
// It needs a machine that does nothing else: 64 clients and the daemon use all of its cores, and one client does not.
//
// With a name as its argument, such as `adds`, it measures that alone. Each figure is a line of JSON.

let parts: [(name: String, measure: () async throws -> Void)] = [
    ("adds", measureAdds), ("lists", measureLists), ("watches", measureWatches),
]
let chosen = CommandLine.arguments.dropFirst()
for part in parts where chosen.isEmpty || chosen.contains(part.name) {
    try await part.measure()
}
