// swift-tools-version: 6.2

import PackageDescription

// The fuzz targets: programs of libFuzzer. The modules that they try are those of the project (`Sources` has links to them),
// compiled so that the fuzzer sees which way each input takes, and the address sanitizer what goes wrong.

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
let nio: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
]

func fuzzer(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: ["CFuzzer", "FuzzChecks"],
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
            name: "Varlink", dependencies: ["VarlinkIDL"] + nio, swiftSettings: watched, plugins: ["GenerateVarlink"]),
        .target(
            name: "VarlinkExamples", dependencies: ["Varlink"], swiftSettings: watched, plugins: ["GenerateVarlink"]),
        .target(
            name: "FuzzChecks", dependencies: ["VarlinkExamples", "Varlink", "VarlinkIDL"] + nio, swiftSettings: watched
        ),
        .target(name: "CFuzzer"),
        fuzzer("InterfaceFuzzer"),
        fuzzer("MessageFuzzer"),
        fuzzer("ValueFuzzer"),
    ],
    swiftLanguageModes: [.v6])
