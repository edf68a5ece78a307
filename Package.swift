// swift-tools-version: 6.2

import PackageDescription

// MARK: - Settings

/// The compiler settings of every Swift target.
///
/// Warnings are errors in CI (`TRELLIS_STRICT=1`, set by the Makefile).
let strict: [SwiftSetting] = Context.environment["TRELLIS_STRICT"] == "1" ? [.treatAllWarnings(as: .error)] : []
let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + strict

// MARK: - Libraries of others

// A consumer of `Scopes` resolves none of these libraries (`traits: []`), and one of `Varlink` only SwiftNIO (`traits: ["Varlink"]`;
// docs/libraries.md): SwiftPM leaves out a package if each of its uses in this file, tests included, has a condition with traits that are
// disabled. No trait enables another one, because SwiftPM 6.3 passes several traits to the compiler in an order that changes from plan to
// plan, and a different order compiles every module again.
let traits: Set<Trait> = [
    .default(enabledTraits: ["Everything"]),
    .trait(name: "Everything", description: "The programs, the plugins, all libraries and all tests."),
    .trait(name: "Varlink", description: "The library Varlink, with SwiftNIO."),
    .trait(name: "Systemd", description: "The library Systemd, with swift-log."),
    .trait(name: "OpenMetrics", description: "The library OpenMetrics, with swift-metrics."),
    .trait(name: "Etcd", description: "The library Etcd, with gRPC and TLS."),
    .trait(
        name: "Trellis", description: "The libraries for plugins: Trellis, TrellisHost, TrellisHTTP and their tests."),
    .trait(name: "TrellisSQLite", description: "The libraries of the trait Trellis, and TrellisSQLite with GRDB."),
    .trait(name: "TrellisWeb", description: "The libraries of the trait Trellis, and TrellisWeb with Hummingbird."),
]

/// The traits with the libraries for plugins.
let pluginTraits: Set<String> = ["Trellis", "TrellisSQLite", "TrellisWeb", "Everything"]

/// The traits that need a package.
let users: [String: Set<String>] = [
    "swift-nio": pluginTraits.union(["Varlink", "Etcd"]),
    "swift-log": pluginTraits.union(["Systemd"]),
    "swift-metrics": pluginTraits.union(["OpenMetrics"]),
    "swift-collections": pluginTraits,
    "swift-service-lifecycle": pluginTraits,
    "swift-system": pluginTraits,
    "Yams": pluginTraits,
    "GRDB.swift": ["TrellisSQLite", "Everything"],
    "hummingbird": ["TrellisWeb", "Everything"],
    "swift-http-types": ["TrellisWeb", "Everything"],
    "grpc-swift-2": ["Etcd", "Everything"],
    "grpc-swift-nio-transport": ["Etcd", "Everything"],
    "grpc-swift-protobuf": ["Etcd", "Everything"],
    "swift-nio-extras": ["Etcd", "Everything"],
    "swift-nio-ssl": ["Etcd", "Everything"],
    "swift-protobuf": ["Etcd", "Everything"],
]

extension Target.Dependency {
    /// A library of a package; of one that ``users`` does not name, for the programs and the tests.
    private static func library(_ name: String, _ package: String) -> Self {
        .product(name: name, package: package, condition: .when(traits: users[package] ?? ["Everything"]))
    }

    static let asyncHTTPClient = library("AsyncHTTPClient", "async-http-client")
    static let coreMetrics = library("CoreMetrics", "swift-metrics")
    static let deque = library("DequeModule", "swift-collections")
    static let grdb = library("GRDB", "GRDB.swift")
    static let grpcCore = library("GRPCCore", "grpc-swift-2")
    static let grpcProtobuf = library("GRPCProtobuf", "grpc-swift-protobuf")
    // Without the umbrella product, which also builds the transport for Apple's platforms.
    static let grpcTransport = library("GRPCNIOTransportHTTP2Posix", "grpc-swift-nio-transport")
    static let httpTypes = library("HTTPTypes", "swift-http-types")
    static let hummingbirdCore = library("HummingbirdCore", "hummingbird")
    static let inMemoryLogging = library("InMemoryLogging", "swift-log")
    static let logging = library("Logging", "swift-log")
    static let metrics = library("Metrics", "swift-metrics")
    static let nioCertificateReloading = library("NIOCertificateReloading", "swift-nio-extras")
    static let nioCore = library("NIOCore", "swift-nio")
    static let nioEmbedded = library("NIOEmbedded", "swift-nio")
    static let nioHTTP1 = library("NIOHTTP1", "swift-nio")
    static let nioPosix = library("NIOPosix", "swift-nio")
    static let nioSSL = library("NIOSSL", "swift-nio-ssl")
    static let serviceLifecycle = library("ServiceLifecycle", "swift-service-lifecycle")
    static let swiftProtobuf = library("SwiftProtobuf", "swift-protobuf")
    static let subprocess = library("Subprocess", "swift-subprocess")
    static let systemPackage = library("SystemPackage", "swift-system")
    static let unixSignals = library("UnixSignals", "swift-service-lifecycle")
    static let yams = library("Yams", "Yams")
}

// MARK: - The plugins

/// The targets of a plugin: its folder under `Plugins/`, and the tests in it.
func plugin(
    _ name: String, dependencies: [Target.Dependency] = [], testing: [Target.Dependency] = [],
    excluding others: [String] = [], under folder: String = "Plugins"
) -> [Target] {
    [
        .target(
            name: name,
            dependencies: ["Trellis"] + dependencies,
            path: "\(folder)/\(name)",
            exclude: ["Tests", "README.md"] + others,
            swiftSettings: settings,
            plugins: ["GenerateVarlink"]),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.target(name: name), "Trellis", "TrellisTesting", "HostInterface"] + dependencies + testing,
            path: "\(folder)/\(name)/Tests",
            swiftSettings: settings),
    ]
}

/// Every plugin that `trellisd` is built with: one line here, one in `Sources/TrellisDaemon/Plugins.swift`.
let plugins: [[Target]] = [
    plugin(
        "Dashboard",
        dependencies: [
            "CDashboardPage", "CommandModel", "ContractCommands", "OpenMetrics", "TrellisHTTP", "TrellisWeb",
            .httpTypes, .hummingbirdCore, .nioCore, .serviceLifecycle,
        ],
        testing: ["Items", "Search", "WebTesting", .coreMetrics, .nioHTTP1], excluding: ["Page"]),
    plugin(
        "Issues",
        dependencies: ["SearchAPI", "TrellisHTTP", .serviceLifecycle, .systemPackage],
        testing: ["Search", "TrellisHTTPTesting", .logging]),
    plugin(
        "Items", dependencies: ["SearchAPI", "TrellisSQLite", .serviceLifecycle, .systemPackage],
        testing: ["Etcd", "EtcdTesting", "ItemsEtcd", "TrellisCluster", .nioCore, .nioPosix], excluding: ["Etcd"]),
    plugin(
        "MetricsServer", dependencies: ["OpenMetrics", "TrellisWeb", .httpTypes, .hummingbirdCore],
        testing: ["Items", "Search", .asyncHTTPClient, .nioCore, .nioHTTP1, .nioPosix]),
    plugin(
        "Movies",
        dependencies: ["SearchAPI", "TrellisHTTP", "TrellisSQLite", .serviceLifecycle],
        testing: ["TrellisHTTPTesting"]),
    plugin("Search", dependencies: ["SearchAPI"], testing: ["Items", "Movies"]),
]

/// The plugins that use the etcd of the cluster.
///
/// `trellisd-local`, which has no client of etcd, does not have them.
let clusterPlugins: [[Target]] = [
    plugin(
        "Digest", dependencies: ["Items", "Summaries", .serviceLifecycle],
        testing: ["Etcd", "Search", "TrellisCluster"]),
    plugin("Summaries", dependencies: ["Etcd", "TrellisCluster"], testing: ["EtcdTesting"]),
]

/// The modules with the types of extension points, so that a plugin can extend another one without importing it.
let extensionPoints = [Target.target(name: "SearchAPI", path: "Plugins/SearchAPI", swiftSettings: settings)]

/// The plugins of the pages for plugin authors (docs/README.md), which no daemon has, until somebody makes them some of those above.
let examples = [
    plugin("Counter", under: "Tests/Example"),
    plugin("Door", under: "Tests/Example"),
    plugin("Guess", under: "Tests/Example"),
    plugin("Notes", dependencies: ["TrellisSQLite"], under: "Tests/Example"),
    plugin("Report", dependencies: ["Notes"], under: "Tests/Example"),
    plugin("Sampler", dependencies: [.coreMetrics, .serviceLifecycle], under: "Tests/Example"),
].filter { example in !plugins.contains { $0[0].name == example[0].name } }

// MARK: - The package

/// A module of our own under `Sources/`.
func module(
    _ name: String,
    dependencies: [Target.Dependency] = [],
    exclude: [String] = [],
    plugins: [Target.PluginUsage] = []
) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings, plugins: plugins)
}

/// The tests of a module, under `Tests/`.
func tests(
    _ name: String, path: String? = nil, dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: path ?? "Tests/\(name)", exclude: exclude,
        swiftSettings: settings)
}

let package = Package(
    name: "trellis",
    // For Scopes, CommandModel and OpenMetrics, which import nothing of one platform: Mutex and the executors of tasks need this
    // version. Nothing was ever built there. The other modules need Linux.
    platforms: [.macOS(.v26)],
    products: [
        .library(name: "Scopes", targets: ["Scopes"]),
        .library(name: "VarlinkIDL", targets: ["VarlinkIDL"]),
        .library(name: "CommandModel", targets: ["CommandModel"]),
        .library(name: "Varlink", targets: ["Varlink"]),
        .library(name: "OpenMetrics", targets: ["OpenMetrics"]),
        .library(name: "Etcd", targets: ["Etcd"]),
        .library(name: "Systemd", targets: ["Systemd"]),
        .library(name: "Trellis", targets: ["Trellis"]),
        .library(name: "TrellisHost", targets: ["TrellisHost"]),
        .library(name: "TrellisHTTP", targets: ["TrellisHTTP"]),
        .library(name: "TrellisCluster", targets: ["TrellisCluster"]),
        .library(name: "ItemsEtcd", targets: ["ItemsEtcd"]),
        .library(name: "TrellisSQLite", targets: ["TrellisSQLite"]),
        .library(name: "TrellisWeb", targets: ["TrellisWeb"]),
        .library(name: "TrellisTesting", targets: ["TrellisTesting"]),
        .library(name: "TrellisHTTPTesting", targets: ["TrellisHTTPTesting"]),
        .executable(name: "trellisd", targets: ["trellisd"]),
        .executable(name: "trellisd-local", targets: ["trellisd-local"]),
        .executable(name: "trellisctl", targets: ["trellisctl"]),
        .executable(name: "varlink-certification", targets: ["varlink-certification"]),
        .plugin(name: "GenerateVarlink", targets: ["GenerateVarlink"]),
    ]
        + ((plugins + clusterPlugins).map { $0[0].name } + extensionPoints.map(\.name)).map {
            .library(name: $0, targets: [$0])
        },
    traits: traits,
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections.git", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.34.1"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.30.0"),
        .package(url: "https://github.com/apple/swift-protobuf.git", from: "1.39.0", traits: []),
        .package(url: "https://github.com/apple/swift-system.git", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/grpc/grpc-swift-2.git", from: "2.4.3"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport.git", from: "2.9.2"),
        .package(url: "https://github.com/grpc/grpc-swift-protobuf.git", from: "2.4.1"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: []),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        // Without its trait for Foundation, which would add megabytes to `trellisctl`.
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.2", traits: []),
    ],
    targets: [
        // Floor 0
        module("VarlinkIDL"),
        module("RFC3339"),
        module("LogSupport", dependencies: ["CGlibc", .logging]),
        .systemLibrary(name: "CGlibc"),
        // In a debug build, Double.rounded() calls libm. A program that imports no other module does not link it.
        .target(
            name: "CommandModel", swiftSettings: settings,
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        module("OpenMetrics", dependencies: [.coreMetrics]),
        module("TarFormat"),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CMessageDigest", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),

        .target(name: "CAttribution"),
        .target(name: "CStandardStreams"),
        // libedit, whose el_set(3) and history(3) take a variable number of arguments, which Swift cannot call.
        .target(name: "CEditLine", linkerSettings: [.linkedLibrary("edit")]),

        // Build time
        .executableTarget(name: "VarlinkCodegen", dependencies: ["VarlinkIDL"], swiftSettings: settings),
        .plugin(
            name: "GenerateVarlink", capability: .buildTool(), dependencies: ["VarlinkCodegen"],
            path: "Sources/GenerateVarlink"),

        // Floor 1
        module("ContractCommands", dependencies: ["CommandModel", "VarlinkIDL"]),
        module("Scopes"),
        module("Varlink", dependencies: ["VarlinkIDL", .nioCore, .nioPosix], plugins: ["GenerateVarlink"]),
        module("ConsoleLogging", dependencies: ["LogSupport", "RFC3339", .logging]),
        module(
            "Etcd",
            dependencies: [
                .grpcCore, .grpcProtobuf, .grpcTransport, .nioCertificateReloading, .nioCore, .nioSSL, .swiftProtobuf,
            ],
            exclude: ["Protocol/etcd.proto"]),
        module("Systemd", dependencies: ["CSystemd", "LogSupport", .logging]),

        // Floor 2
        module(
            "Trellis",
            dependencies: [
                "OpenMetrics", "RFC3339", "Scopes", "Varlink", .coreMetrics, .deque, .logging, .serviceLifecycle,
                .systemPackage,
            ]),
        module("HostInterface", dependencies: ["Varlink"], plugins: ["GenerateVarlink"]),

        // Floor 3
        module(
            "HostSupport",
            dependencies: [
                "Trellis", "CommandModel", "Systemd", "CGlibc", "CMessageDigest", .nioCore, .systemPackage,
            ]),

        module(
            "HostConfiguration",
            dependencies: [
                "HostSupport", "Trellis", "CommandModel", "HostInterface", "OpenMetrics", "Systemd", .logging,
                .systemPackage, .yams,
            ]),

        module(
            "TrellisHost",
            dependencies: [
                "HostConfiguration", "HostSupport", "Trellis", "CommandModel", "HostInterface", "ConsoleLogging",
                "LogSupport", "RFC3339", "Systemd", "CAttribution", "CGlibc", "CMessageDigest", "CStandardStreams",
                "OpenMetrics", "TarFormat", .deque, .logging, .metrics, .nioCore, .nioPosix, .serviceLifecycle,
                .systemPackage, .unixSignals,
            ],
            plugins: ["GenerateVarlink"]),

        module("TrellisHTTP", dependencies: ["Trellis", "CCurl", "CMessageDigest", "LogSupport"]),

        module(
            "TrellisWeb",
            dependencies: [
                "Trellis", .httpTypes, .hummingbirdCore, .logging, .nioCore, .nioPosix, .serviceLifecycle,
            ]),

        module("TrellisCluster", dependencies: ["Etcd", "Trellis"]),

        module("TrellisSQLite", dependencies: ["Trellis", .grdb, .metrics, .serviceLifecycle]),

        // Floor 4
        module("TrellisEtcd", dependencies: ["Etcd", "Trellis", "TrellisCluster", "TrellisHost", .logging]),
        module("TrellisTesting", dependencies: ["OpenMetrics", "Scopes", "Systemd", "TrellisHost", "Trellis"]),
        module("TrellisHTTPTesting", dependencies: ["TrellisTesting", .nioCore, .nioHTTP1, .nioPosix]),

        // The page of the plugin Dashboard.
        .target(
            name: "CDashboardPage", path: "Plugins/Dashboard/Page", exclude: ["page.html", "script.js", "style.css"]),

        // The store of the plugin Items in etcd.
        .target(
            name: "ItemsEtcd", dependencies: ["Etcd", "Items", "Trellis", "TrellisCluster", "TrellisSQLite"],
            path: "Plugins/Items/Etcd",
            swiftSettings: settings),

        // Floor 5
        .target(
            name: "TrellisDaemon",
            dependencies: ["Trellis", "TrellisHost", "TrellisHTTP"] + plugins.map { .target(name: $0[0].name) },
            swiftSettings: settings),
        .executableTarget(
            name: "trellisd",
            dependencies: ["ItemsEtcd", "TrellisDaemon", "TrellisEtcd", "TrellisHost"]
                + clusterPlugins.map { .target(name: $0[0].name) },
            swiftSettings: settings),
        // `trellisd` without the client of etcd, whose libraries take long to compile.
        .executableTarget(
            name: "trellisd-local", dependencies: ["TrellisDaemon", "TrellisHost"], swiftSettings: settings),
        .executableTarget(
            name: "trellisctl",
            dependencies: [
                "CommandModel", "ContractCommands", "HostInterface", "OpenMetrics", "RFC3339", "TarFormat", "Varlink",
                "CEditLine", "CStandardStreams",
                .subprocess, .systemPackage,
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "varlink-certification", dependencies: ["CommandModel", "Varlink"], swiftSettings: settings,
            plugins: ["GenerateVarlink"]),

        // Tests
        .target(
            // Interfaces whose generated code is tested. They are a separate target, because the build tool can't generate code
            // for a test target that depends on VarlinkCodegen.
            name: "VarlinkExamples", dependencies: ["Varlink"], path: "Tests/VarlinkCodegenTests/Interfaces",
            swiftSettings: settings, plugins: ["GenerateVarlink"]),
        .target(
            // The expected output of VarlinkCodegen for every construct of the interface language, to check that it compiles.
            name: "VarlinkConstructs", dependencies: ["Varlink"], path: "Tests/VarlinkCodegenTests/Golden",
            swiftSettings: settings),
        tests("CommandModelTests", dependencies: ["CommandModel"]),
        tests("VarlinkIDLTests", dependencies: ["VarlinkIDL"]),
        tests(
            "VarlinkCodegenTests", dependencies: ["VarlinkCodegen", "VarlinkIDL", "Varlink", "VarlinkExamples"],
            exclude: ["Constructs", "Golden", "Interfaces"]),
        tests("RFC3339Tests", dependencies: ["RFC3339"]),
        tests("OpenMetricsTests", dependencies: ["OpenMetrics", .coreMetrics, .subprocess, .systemPackage]),
        tests("ScopesTests", dependencies: ["Scopes"]),
        tests("VarlinkTests", dependencies: ["Varlink", .nioCore, .nioPosix]),
        tests("VarlinkFuzzTests", dependencies: ["Varlink", "VarlinkIDL", "VarlinkExamples", .nioCore]),
        tests("UpstreamFuzzTests", dependencies: ["Issues", "Movies", "TrellisHTTP"]),
        tests(
            "VarlinkCertificationTests", dependencies: ["varlink-certification", .subprocess, .systemPackage]),
        // A browser on the dashboard for tests.
        .target(
            name: "WebTesting", dependencies: ["Varlink", .asyncHTTPClient, .nioCore, .nioHTTP1],
            path: "Tests/WebTesting", swiftSettings: settings),
        // Clusters of etcd for tests.
        .target(
            name: "EtcdTesting", dependencies: ["Etcd", .subprocess, .systemPackage], path: "Tests/EtcdTesting",
            swiftSettings: settings),
        tests(
            "EtcdTests",
            dependencies: ["Etcd", "EtcdTesting", .grpcCore, .nioCore, .nioEmbedded, .subprocess, .systemPackage]),
        tests(
            "TrellisEtcdTests",
            dependencies: ["Etcd", "EtcdTesting", "TrellisCluster", "TrellisEtcd", "TrellisTesting"]),
        // A checker of the histories of concurrent clients.
        .target(
            name: "LinearizabilityTesting", path: "Tests/LinearizabilityTesting", swiftSettings: settings),
        tests("LinearizabilityTests", dependencies: ["LinearizabilityTesting"]),
        tests("LogSupportTests", dependencies: ["LogSupport"]),
        tests("ConsoleLoggingTests", dependencies: ["ConsoleLogging", "LogSupport", "RFC3339", .logging]),
        tests("SystemdTests", dependencies: ["Systemd", "LogSupport", .logging, .inMemoryLogging]),
        tests("TrellisTests", dependencies: ["Trellis", "VarlinkCodegen"]),
        tests("TrellisTestingTests", dependencies: ["Systemd", "TrellisTesting", .serviceLifecycle]),
        tests(
            "TrellisWebTests",
            dependencies: [
                "Trellis", "TrellisTesting", "TrellisWeb", .httpTypes, .hummingbirdCore, .nioCore, .nioPosix,
                .serviceLifecycle,
            ]),
        tests(
            "TrellisHTTPTests",
            dependencies: [
                "Trellis", "TrellisHTTP", "TrellisHTTPTesting", "TrellisTesting", .nioCore, .nioPosix, .subprocess,
                .systemPackage,
            ]),
        tests(
            "TrellisSQLiteTests",
            dependencies: ["OpenMetrics", "Trellis", "TrellisSQLite", "TrellisTesting", .logging, .serviceLifecycle]),
        tests(
            "TrellisHostTests",
            dependencies: [
                "TrellisHost", "TrellisTesting", "Trellis", "HostInterface", "ConsoleLogging", "LogSupport",
                "OpenMetrics", "RFC3339", "Systemd", "TarFormat", "TrellisWeb", .coreMetrics, .logging, .nioCore,
                .nioPosix, .serviceLifecycle, .systemPackage,
            ]),
        tests(
            "trellisctlTests",
            dependencies: [
                "trellisctl", "CommandModel", "ContractCommands", "HostInterface", "OpenMetrics", "Trellis",
                "TrellisHost",
                "TarFormat", "TrellisTesting",
                "VarlinkCodegen", .systemPackage,
            ]),
        .executableTarget(
            // A daemon with a plugin that ends it, for the integration tests.
            name: "faulty-daemon",
            dependencies: [
                "Dashboard", "TrellisHost", "Trellis", .nioCore, .nioPosix, .serviceLifecycle, .systemPackage,
            ],
            path: "Tests/FaultyDaemon", swiftSettings: settings),
        tests("ScriptTests", dependencies: [.subprocess, .systemPackage]),
        tests(
            "IntegrationTests", path: "Tests/Integration",
            dependencies: [
                "EtcdTesting", "HostInterface", "LinearizabilityTesting", "TrellisHTTPTesting", "TrellisTesting",
                "Varlink", "VarlinkIDL", "WebTesting", .asyncHTTPClient, .nioCore, .nioHTTP1, .subprocess,
                .systemPackage,
            ],
            exclude: ["Durability/Recorder"]),
    ] + extensionPoints + (plugins + clusterPlugins + examples).flatMap { $0 },
    swiftLanguageModes: [.v6])

// MARK: - One plugin

// A build of all tests takes minutes. `TRELLIS_ONLY=Notes` leaves out everything that the tests of Notes do not need.
if let only = Context.environment["TRELLIS_ONLY"], !only.isEmpty {
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var needed: Set<String> = []
    func need(_ name: String) {
        guard let target = targets[name], needed.insert(name).inserted else { return }
        for dependency in target.dependencies {
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): need(name)
            default: break
            }
        }
    }
    need("\(only)Tests")
    need("GenerateVarlink")
    // SwiftPM warns of packages that no target uses, and would fetch them again later if they were left out here. A use on another platform
    // is not built.
    var libraries: [String: String] = [:]
    for case .productItem(let name, let package?, _, _) in package.targets.flatMap(\.dependencies) {
        libraries[package] = min(name, libraries[package] ?? name)
    }
    targets["VarlinkIDL"]?.dependencies += libraries.sorted { $0.key < $1.key }.map { package, name in
        .product(name: name, package: package, condition: .when(platforms: [.wasi]))
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { !needed.contains($0.name) }
}
