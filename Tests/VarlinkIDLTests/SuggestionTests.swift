import Testing
import VarlinkIDL

@Suite("What somebody may have meant")
struct SuggestionTests {
    @Test(
        "is the nearest word, when it is near",
        arguments: [
            ("stor", "store"), ("sotre", "store"), ("historyy", "history"), ("timeoutstop", "timeoutStop"),
            ("itms", "items"),
        ])
    func near(word: String, meant: String) {
        #expect(Suggestion.nearest(to: word, among: ["history", "items", "store", "timeoutStop"]) == meant)
    }

    @Test("is nothing when no word is near", arguments: ["zebra", "x", "st"])
    func far(word: String) {
        #expect(Suggestion.nearest(to: word, among: ["history", "items", "timeoutStop"]) == nil)
    }
}
