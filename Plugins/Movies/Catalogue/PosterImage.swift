/// A poster in memory.
struct PosterImage: Sendable, Hashable {
    /// The bytes of the image.
    var bytes: [UInt8]

    /// The format of the image.
    var format: PosterFormat
}

/// The format of a poster; the raw value is the extension of its file.
enum PosterFormat: String, Sendable, Hashable, CaseIterable {
    /// The format PNG (Portable Network Graphics).
    case png

    /// The format JPEG.
    case jpg

    /// The format WebP.
    case webp

    /// The format SVG (Scalable Vector Graphics).
    case svg

    /// The media type in the IANA registry.
    var mediaType: String {
        switch self {
        case .png: "image/png"
        case .jpg: "image/jpeg"
        case .webp: "image/webp"
        case .svg: "image/svg+xml"
        }
    }
}
