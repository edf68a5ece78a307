// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "clock",
    dependencies: [
        // Trellis has no public repository yet. Later: .package(url: "URL", branch: "main", traits: ["Trellis"])
        // Without the traits, SwiftPM would also resolve gRPC, TLS and SQLite (docs/libraries.md).
        .package(name: "trellis", path: "../..", traits: ["Trellis"])
    ],
    targets: [
        .target(
            name: "Clock", dependencies: [.product(name: "Trellis", package: "trellis")],
            plugins: [.plugin(name: "GenerateVarlink", package: "trellis")]),
        .executableTarget(
            name: "clockd", dependencies: ["Clock", .product(name: "TrellisHost", package: "trellis")]),
        .testTarget(
            name: "ClockTests", dependencies: ["Clock", .product(name: "TrellisTesting", package: "trellis")]),
    ],
    swiftLanguageModes: [.v6])
