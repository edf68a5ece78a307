/// The bytes of a poster.
struct PosterImage: Sendable, Hashable {
    /// The bytes.
    var bytes: [UInt8]

    /// What sort of image it is.
    var format: PosterFormat
}

/// A sort of image that a poster can be.
enum PosterFormat: String, Sendable, Hashable, CaseIterable {
    /// Portable Network Graphics.
    case png

    /// JPEG.
    case jpg

    /// WebP.
    case webp

    /// Scalable Vector Graphics.
    case svg

    /// The media type, as the registry of IANA has it.
    var mediaType: String {
        switch self {
        case .png: "image/png"
        case .jpg: "image/jpeg"
        case .webp: "image/webp"
        case .svg: "image/svg+xml"
        }
    }
}
