/// A server of the source of titles; the raw value is its name in messages.
enum SourceServer: String, Sendable, Hashable, CaseIterable {
    /// The server of the API.
    case api = "the API"

    /// The server of the images.
    case images = "the image server"

    /// The path of the request that probes whether the server is available.
    ///
    /// Any response of the image server counts, so its path is empty.
    var probePath: [String] {
        switch self {
        case .api: ["configuration"]
        case .images: []
        }
    }
}

/// The tag of instances that belong to the server of the API.
enum APIServer {}

/// The tag of instances that belong to the server of the images.
enum ImageServer {}
