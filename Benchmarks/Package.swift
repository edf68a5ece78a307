// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Every executable whose name ends in "Benchmarks" is run by the script `run`.
let package = Package(
    name: "benchmarks",
    dependencies: [
        .package(name: "trellis", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    ],
    targets: [
        .target(name: "BenchmarkSupport", swiftSettings: settings),
        .executableTarget(name: "BenchmarkReport", dependencies: ["BenchmarkSupport"], swiftSettings: settings),
        .executableTarget(
            name: "FleetBenchmarks",
            dependencies: [
                "BenchmarkSupport",
                .product(name: "Etcd", package: "trellis"),
                .product(name: "Items", package: "trellis"),
                .product(name: "ItemsEtcd", package: "trellis"),
                .product(name: "TrellisCluster", package: "trellis"),
                .product(name: "TrellisTesting", package: "trellis"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "HostBenchmarks",
            dependencies: [
                "BenchmarkSupport",
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "TrellisHost", package: "trellis"),
                .product(name: "TrellisTesting", package: "trellis"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "ItemsBenchmarks",
            dependencies: [
                "BenchmarkSupport", "CVarlinkFloor", "VarlinkLoad",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Items", package: "trellis"),
                .product(name: "TrellisHost", package: "trellis"),
                .product(name: "TrellisTesting", package: "trellis"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "ScopesBenchmarks",
            dependencies: ["BenchmarkSupport", .product(name: "Scopes", package: "trellis")],
            swiftSettings: settings),
        .target(name: "CVarlinkFloor"),
        .target(
            name: "VarlinkLoad", dependencies: ["BenchmarkSupport", "CVarlinkFloor"], swiftSettings: settings),
        .executableTarget(
            name: "VarlinkBenchmarks",
            dependencies: [
                "BenchmarkSupport", "CVarlinkFloor", "VarlinkLoad", .product(name: "Varlink", package: "trellis"),
            ],
            swiftSettings: settings,
            plugins: [.plugin(name: "GenerateVarlink", package: "trellis")]),
    ],
    swiftLanguageModes: [.v6])
