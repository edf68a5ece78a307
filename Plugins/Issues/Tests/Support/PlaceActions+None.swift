import Testing

@testable import Issues

extension PlaceActions {
    /// Actions that a test does not expect.
    static var none: PlaceActions {
        struct Unexpected: Error {}
        return PlaceActions(
            showIssues: { _, _, _, _ in throw Unexpected() }, showIssue: { _, _ in throw Unexpected() },
            newIssue: { _ in throw Unexpected() }, listOptions: { _, _, _ in throw Unexpected() },
            comment: { _, _, _ in throw Unexpected() }, changeState: { _, _, _ in throw Unexpected() })
    }
}

extension NewIssueActions {
    /// Actions without an effect.
    static var none: NewIssueActions {
        NewIssueActions(selectOptions: { _, _, _ in [] }, showCreated: { _, _ in })
    }
}
