// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "clock",
    dependencies: [
        // Outside of this repository: .package(url: "https://…/trellis.git", from: "0.2.0")
        .package(name: "trellis", path: "../..")
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
