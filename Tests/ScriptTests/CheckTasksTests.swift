import Foundation
import Testing

/// `Scripts/check-tasks`, on copies of the project.
@Suite("check-tasks", .timeLimit(.minutes(2)))
struct CheckTasksTests {
    @Test("accepts the plugins of the project")
    func project() async throws {
        try await Checkout.withCopy { copy in
            let result = try await Checkout.run("check-tasks", copy.path, in: copy)
            #expect(result.text == "")
            #expect(result.status == 0)
        }
    }

    @Test(
        "rejects an unstructured task with its location and the remedy",
        arguments: [
            "Task { await refresh() }", "let task = Task<Void, Never> { await refresh() }",
            "Task.detached(priority: .low) { }", "_ = Task(name: \"refresh\") { }", "return Task.detached { 1 }",
            "Task.immediate { }",
        ])
    func unstructuredTask(_ line: String) async throws {
        try await Checkout.withCopy { copy in
            try write("// The task is in the second line.\n\(line)\n", to: "Plugins/Items/Extra.swift", in: copy)
            let result = try await Checkout.run("check-tasks", copy.path, in: copy)
            #expect(result.status == 1)
            #expect(result.text.hasPrefix("Plugins/Items/Extra.swift:2: error: an unstructured task in a plugin"))
            #expect(result.text.contains("plugin.task("))
            #expect(result.text.split(separator: "\n").count == 1)
        }
    }

    @Test("accepts other uses of tasks, and tests")
    func otherUses() async throws {
        try await Checkout.withCopy { copy in
            let lines = """
                try await Task.sleep(for: .seconds(1))
                plugin.task("refresh") { try Task.checkCancellation() }
                group.addTask { await refresh() }
                var task: Task<Void, Never>? { nil }
                func start() -> Task<Void, any Error> { plugin.task("refresh") {} }
                // A Task { } in a comment.
                let text = "Task { }"

                """
            try write(lines, to: "Plugins/Items/Extra.swift", in: copy)
            try write("Task { }\n", to: "Plugins/Items/Tests/Extra.swift", in: copy)
            let result = try await Checkout.run("check-tasks", copy.path, in: copy)
            #expect(result.text == "")
            #expect(result.status == 0)
        }
    }

    private func write(_ text: String, to path: String, in copy: URL) throws {
        try Data(text.utf8).write(to: copy.appending(path: path))
    }
}
