// swift-tools-version: 6.2

import Foundation
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
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")

// What needs NIOPosix is left out, which takes as long to build as all else.
let connections = try FileManager.default.contentsOfDirectory(
    atPath: "\(Context.packageDirectory)/Sources/Varlink/Server/Connection")
let excluded =
    connections.filter { !["ConnectionEnd.swift", "ConnectionID.swift"].contains($0) }.map { "Server/Connection/\($0)" }
    + [
        "Client/ClientConnectionHandler.swift", "Client/ConnectedSocket.swift", "Client/VarlinkConnection.swift",
        "Server/AcceptFailureHandler.swift", "Server/ConnectionRegistry.swift", "Server/InputAccount.swift",
        "Server/Listener.swift", "Server/VarlinkServer+Configuration.swift", "Server/VarlinkServer+Event.swift",
        "Server/VarlinkServer+Listening.swift", "Server/VarlinkServer.swift",
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
            name: "Varlink", dependencies: ["VarlinkIDL", nioCore], exclude: excluded, swiftSettings: watched,
            plugins: ["GenerateVarlink"]),
        .target(
            name: "VarlinkExamples", dependencies: ["Varlink"], swiftSettings: watched, plugins: ["GenerateVarlink"]),
        .target(
            name: "FuzzChecks", dependencies: ["VarlinkExamples", "Varlink", "VarlinkIDL", nioCore],
            swiftSettings: watched),
        .target(name: "CFuzzer"),
        fuzzer("InterfaceFuzzer"),
        fuzzer("MessageFuzzer"),
        fuzzer("ValueFuzzer"),
    ],
    swiftLanguageModes: [.v6])
