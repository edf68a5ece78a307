import Scopes
import Trellis

/// A type whose instances lead to objects that are not in its stored properties.
protocol ReachContents {
    static var contents: [ReachContent] { get }
}

/// A step of a search to other types.
enum ReachContent {
    /// An instance of a type, or of the binding with this key.
    case instance(any Any.Type)
    /// The contributions to a key.
    case contributions(any Any.Type)
    /// The instances of the scene that a key opens.
    case scene(any Any.Type)
    /// The instances of each scene with a model.
    case scenes(model: any Any.Type)
}

extension Live: ReachContents {
    static var contents: [ReachContent] { [.instance(Instance.self)] }
}

extension Lazy: ReachContents {
    static var contents: [ReachContent] { [.instance(Instance.self)] }
}

extension Dependency: ReachContents {
    static var contents: [ReachContent] { [.instance(Value.self)] }
}

extension All: ReachContents {
    static var contents: [ReachContent] { [.contributions(Element.self)] }
}

extension Scene: ReachContents {
    static var contents: [ReachContent] { [.scene(Self.self)] }
}

extension OpenScene: ReachContents {
    static var contents: [ReachContent] { [.scenes(model: Model.self)] }
}

/// The elements are behind the object, and the arguments of a class are not read.
extension ManagedBuffer: ReachContents {
    static var contents: [ReachContent] { [.instance(Header.self), .instance(Element.self)] }
}

/// A `Tagged`, whatever its arguments are.
protocol TaggedType {
    /// The type of the instance without its tag.
    static var untagged: any Any.Type { get }
}

extension Tagged: TaggedType {
    static var untagged: any Any.Type { Value.self }
}

/// A `Scene`, whatever its arguments are.
protocol SceneType {
    /// The type of the arguments.
    static var arguments: any Any.Type { get }
    /// The type of the model.
    static var model: any Any.Type { get }
}

extension Scene: SceneType {
    static var arguments: any Any.Type { Arguments.self }
    static var model: any Any.Type { Model.self }
}

/// A pointer without a type.
protocol RawMemory {}

extension UnsafeRawPointer: RawMemory {}
extension UnsafeMutableRawPointer: RawMemory {}
extension UnsafeRawBufferPointer: RawMemory {}
extension UnsafeMutableRawBufferPointer: RawMemory {}
extension OpaquePointer: RawMemory {}

/// The origin of a type, which decides what a search does with it.
enum TypeOrigin {
    /// A type of the program: its properties are followed.
    case program
    /// A type of a library that is not part of this package: it is reported, and only its generic arguments are
    /// followed.
    case library
    /// A type of Swift, Foundation, SwiftNIO or the system: only its generic arguments are followed.
    case system

    init(of type: any Any.Type) {
        let modules = TypeName(of: type).modules
        if type == AnyObject.self {
            // It may be any object of the program, like `Any`.
            self = .program
        } else if modules.allSatisfy(Self.isSystem) {
            self = .system
        } else {
            self = modules.allSatisfy { Self.isSystem($0) || Self.libraryModules.contains($0) } ? .library : .program
        }
    }

    private static func isSystem(_ module: String) -> Bool {
        systemModules.contains(module) || module.hasPrefix("Foundation") || module.hasPrefix("NIO")
            || module.hasPrefix("_")
    }

    /// Modules with an underscore, those of Foundation and those of SwiftNIO are not listed.
    private static let systemModules: Set = [
        "Builtin", "Dispatch", "Logging", "Observation", "RegexBuilder", "Swift", "Synchronization", "System",
        "SystemPackage", "__C",
    ]

    private static let libraryModules: Set = [
        "AsyncHTTPClient", "BasicContainers", "BitCollections", "Collections", "CoreMetrics", "DequeModule", "GRDB",
        "GRPCCore", "GRPCNIOTransportCore", "GRPCNIOTransportHTTP2Posix", "GRPCProtobuf", "HTTPTypes",
        "HashTreeCollections", "HeapModule", "HummingbirdCore", "Metrics", "OrderedCollections", "Scopes",
        "ServiceLifecycle", "Subprocess", "SwiftProtobuf", "UnixSignals", "Yams",
    ]
}
