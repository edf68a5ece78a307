@testable import Issues

/// The plugin's `Issue`, for files that also import the `Issue` of the module Testing.
typealias GitHubIssue = Issue
