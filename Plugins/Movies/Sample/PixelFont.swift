/// Letters of five by five pixels.
enum PixelFont {
    /// How many pixels a letter is wide.
    static let width = 5

    /// How many pixels a letter is high.
    static let height = 5

    /// How many pixels there are from the left edge of a letter to that of the next.
    static let advance = 6

    /// The rows of a letter from above, each with a bit a pixel, the leftmost in the highest; nil when the font has
    /// no such letter.
    static func rows(of letter: Character) -> [UInt8]? {
        letters[letter]
    }

    private static let letters: [Character: [UInt8]] = [
        "A": [0b01110, 0b10001, 0b11111, 0b10001, 0b10001],
        "B": [0b11110, 0b10001, 0b11110, 0b10001, 0b11110],
        "C": [0b01111, 0b10000, 0b10000, 0b10000, 0b01111],
        "D": [0b11110, 0b10001, 0b10001, 0b10001, 0b11110],
        "E": [0b11111, 0b10000, 0b11110, 0b10000, 0b11111],
        "F": [0b11111, 0b10000, 0b11110, 0b10000, 0b10000],
        "G": [0b01111, 0b10000, 0b10011, 0b10001, 0b01111],
        "H": [0b10001, 0b10001, 0b11111, 0b10001, 0b10001],
        "I": [0b11111, 0b00100, 0b00100, 0b00100, 0b11111],
        "J": [0b00111, 0b00010, 0b00010, 0b10010, 0b01100],
        "K": [0b10001, 0b10010, 0b11100, 0b10010, 0b10001],
        "L": [0b10000, 0b10000, 0b10000, 0b10000, 0b11111],
        "M": [0b10001, 0b11011, 0b10101, 0b10001, 0b10001],
        "N": [0b10001, 0b11001, 0b10101, 0b10011, 0b10001],
        "O": [0b01110, 0b10001, 0b10001, 0b10001, 0b01110],
        "P": [0b11110, 0b10001, 0b11110, 0b10000, 0b10000],
        "Q": [0b01110, 0b10001, 0b10101, 0b10010, 0b01101],
        "R": [0b11110, 0b10001, 0b11110, 0b10010, 0b10001],
        "S": [0b01111, 0b10000, 0b01110, 0b00001, 0b11110],
        "T": [0b11111, 0b00100, 0b00100, 0b00100, 0b00100],
        "U": [0b10001, 0b10001, 0b10001, 0b10001, 0b01110],
        "V": [0b10001, 0b10001, 0b10001, 0b01010, 0b00100],
        "W": [0b10001, 0b10001, 0b10101, 0b11011, 0b10001],
        "X": [0b10001, 0b01010, 0b00100, 0b01010, 0b10001],
        "Y": [0b10001, 0b01010, 0b00100, 0b00100, 0b00100],
        "Z": [0b11111, 0b00010, 0b00100, 0b01000, 0b11111],
        "'": [0b00100, 0b00100, 0b00000, 0b00000, 0b00000],
        ":": [0b00000, 0b00100, 0b00000, 0b00100, 0b00000],
        "-": [0b00000, 0b00000, 0b01110, 0b00000, 0b00000],
    ]
}
