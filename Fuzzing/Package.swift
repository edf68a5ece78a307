// swift-tools-version: 6.2

import Foundation
import PackageDescription

// The fuzz targets: programs that run libFuzzer. They test the modules of the project (`Sources` has links to them),
// compiled with coverage instrumentation for the fuzzer and with the address sanitizer.

let language: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
let watched =
    language + [
        .unsafeFlags([
            "-enable-testing", "-sanitize=address",
            "-sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp",
        ])
    ]
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")

// Files that import NIOPosix are excluded, because NIOPosix takes as long to build as everything else. Files that name
// a type of an excluded file are excluded, too. Each file is named after its type.
let folder = URL(fileURLWithPath: "\(Context.packageDirectory)/Sources/Varlink").resolvingSymlinksInPath().path
var words: [String: Set<Substring>] = [:]
for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(".swift") {
    let lines = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8).split(separator: "\n")
    let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    words[path] = Set(code.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } })
}
var missing: Set<Substring> = ["NIOPosix"]
var excluded: Set<String> = []
while let path = words.first(where: { !excluded.contains($0.key) && !$0.value.isDisjoint(with: missing) })?.key {
    excluded.insert(path)
    missing.insert(URL(fileURLWithPath: path).lastPathComponent.prefix { !"+.".contains($0) })
}

// The targets of the plugins, Trellis and TrellisHTTP contain only the decoders of responses, which depend only on the
// modules Foundation and RFC3339.
func decoders(_ name: String, dependencies: [Target.Dependency] = [], _ files: [String]) -> Target {
    .target(name: name, dependencies: dependencies, sources: files.map { "\($0).swift" }, swiftSettings: watched)
}

func fuzzer(_ name: String, _ checks: Target.Dependency = "FuzzChecks") -> Target {
    .executableTarget(
        name: name, dependencies: ["CFuzzer", checks],
        swiftSettings: language + [.unsafeFlags(["-parse-as-library", "-sanitize=fuzzer,address"])],
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])])
}

let package = Package(
    name: "fuzzing",
    dependencies: [.package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2")],
    targets: [
        .target(name: "VarlinkIDL", swiftSettings: watched),
        .executableTarget(
            name: "VarlinkCodegen", dependencies: ["VarlinkIDL"], swiftSettings: language,
            linkerSettings: [.unsafeFlags(["-sanitize=address"])]),
        .plugin(
            name: "GenerateVarlink", capability: .buildTool(), dependencies: ["VarlinkCodegen"],
            path: "Sources/GenerateVarlink"),
        .target(
            name: "Varlink", dependencies: ["VarlinkIDL", nioCore], exclude: excluded.sorted(), swiftSettings: watched,
            plugins: ["GenerateVarlink"]),
        .target(
            name: "VarlinkExamples", dependencies: ["Varlink"], swiftSettings: watched, plugins: ["GenerateVarlink"]),
        .target(
            name: "FuzzChecks", dependencies: ["VarlinkExamples", "Varlink", "VarlinkIDL", nioCore],
            swiftSettings: watched),
        .target(name: "RFC3339", swiftSettings: watched),
        decoders("Trellis", dependencies: ["RFC3339"], ["Date+RFC3339"]),
        decoders("TrellisHTTP", ["HTTPResponse", "ReceivedJSON", "ReceivedList"]),
        decoders(
            "Movies", dependencies: ["TrellisHTTP"],
            ["TMDB/TMDBAnswers", "TMDB/TMDBAnswers+Catalogue"]
                + ["Title", "TitleDetails", "TitleID"].map { "Catalogue/\($0)" }),
        decoders(
            "Issues", dependencies: ["Trellis", "TrellisHTTP"],
            ["GitHubErrorBody", "GitHubFailure", "KeyedDecodingContainer+GitHub", "LinkHeader", "RateLimit"]
                .map { "GitHub/\($0)" }
                + ["DeviceFlowResponse", "Issue", "IssueOption", "IssueOption+Payloads", "Repository", "User"]
                .map { "Service/\($0)" }),
        .target(
            name: "UpstreamFuzzChecks", dependencies: ["Movies", "Issues", "TrellisHTTP"], swiftSettings: watched),
        .target(name: "CFuzzer"),
        fuzzer("InterfaceFuzzer"),
        fuzzer("MessageFuzzer"),
        fuzzer("ValueFuzzer"),
        fuzzer("MovieFuzzer", "UpstreamFuzzChecks"),
        fuzzer("IssueFuzzer", "UpstreamFuzzChecks"),
    ],
    swiftLanguageModes: [.v6])
