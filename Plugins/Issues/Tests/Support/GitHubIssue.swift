@testable import Issues

/// The plugin's `Issue`, in files that import Testing, which also declares an `Issue`.
typealias GitHubIssue = Issue
