import Foundation
import Subprocess
import SystemPackage
package import Testing

/// Runs a program, which must succeed.
@discardableResult
package func runProgram(_ program: String, _ arguments: [String], input: String = "") async throws -> String {
    let result = try await run(
        .path(FilePath(program)), arguments: Arguments(arguments),
        environment: .inherit.updating(["ETCDCTL_API": "3"]), input: .string(input), output: .string(limit: 65_536),
        error: .combinedWithOutput)
    try #require(result.terminationStatus.isSuccess, "\(program) \(arguments): \(result.standardOutput)")
    return result.standardOutput
}

extension TestCluster {
    /// The program of Debian's package etcd-client.
    package static let etcdctl = "/usr/bin/etcdctl"

    /// Runs a command of etcdctl at the first member.
    @discardableResult
    package func etcdctl(_ words: String..., input: String = "") async throws -> String {
        try await etcdctl(words, input: input)
    }

    /// Runs a command of etcdctl, whose words are an array, at the first member.
    @discardableResult
    package func etcdctl(_ words: [String], input: String = "") async throws -> String {
        // Its own time limits of a few seconds are too short for a busy machine.
        try await runProgram(
            Self.etcdctl,
            ["--endpoints", "\(members[0].endpoint)", "--dial-timeout", "60s", "--command-timeout", "60s"] + words,
            input: input)
    }
}

extension Trait where Self == ConditionTrait {
    /// A trait for tests that run a program: skips these tests, with the reason, when it is not installed.
    package static func runs(_ program: String, of package: String) -> Self {
        .enabled(if: FileManager.default.isExecutableFile(atPath: program), "requires Debian's package \(package)")
    }
}
