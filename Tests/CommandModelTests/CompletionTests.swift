import Testing

@testable import CommandModel

@Suite("Completion", .timeLimit(.minutes(2)))
struct CompletionTests {
    @Test(
        "offers the words that can follow",
        arguments: [
            ([], "", ["move", "group"]), (["group"], "", ["join"]), (["move"], "--c", ["--count", "--colour"]),
            (["move", "--count", "1"], "--c", ["--colour"]), (["move", "--colour"], "", ["red", "green"]),
            (["move"], "--colour=r", ["--colour=red"]), (["move", "--tag", "x"], "--t", ["--tag"]),
            (["--socket", "/s"], "", ["move", "group"]), (["move"], "--so", ["--socket"]), ([], "--v", ["--version"]),
            (["move"], "a", []), (["move", "--"], "--c", []),
        ])
    func words(before: [String], current: String, expected: [String]) {
        var words: [String] = []
        if case .words(let found) = sample.completion(after: before, of: current).starting(with: current) {
            words = found.map(\.word)
        }
        #expect(words == expected)
    }

    @Test(
        "offers files for a path", arguments: [(["move", "--file"], ""), (["move"], "--file=x"), (["--socket"], "")])
    func files(before: [String], current: String) {
        #expect(sample.completion(after: before, of: current) == .files)
    }
}
