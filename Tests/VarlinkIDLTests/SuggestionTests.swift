import Testing
import VarlinkIDL

@Suite("Suggestion", .timeLimit(.minutes(2)))
struct SuggestionTests {
    @Test(
        "returns the most similar word",
        arguments: [
            ("stor", "store"), ("sotre", "store"), ("historyy", "history"), ("timeoutstop", "timeoutStop"),
            ("itms", "items"),
        ])
    func similar(word: String, expected: String) {
        #expect(Suggestion.nearest(to: word, among: ["history", "items", "store", "timeoutStop"]) == expected)
    }

    @Test("returns nil if no word is similar", arguments: ["zebra", "x", "st"])
    func different(word: String) {
        #expect(Suggestion.nearest(to: word, among: ["history", "items", "timeoutStop"]) == nil)
    }
}
