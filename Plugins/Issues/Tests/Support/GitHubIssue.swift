@testable import Issues

/// An issue of GitHub's, in files that import Testing, which has issues of its own.
typealias GitHubIssue = Issue
