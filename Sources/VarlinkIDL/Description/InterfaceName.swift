/// The naming rules of the interface language (UAPI.20, "Names" and the grammar).
public enum InterfaceName {
    /// Returns whether a text is a valid name of an interface.
    ///
    /// A valid name has at least two components of ASCII letters, digits and inner hyphens, separated by dots. The first
    /// component begins with a letter.
    ///
    /// - Parameter text: The text to check.
    /// - Returns: Whether the name is valid.
    public static func isInterface(_ text: String) -> Bool {
        let components = text.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
        guard components.count >= 2, let first = components[0].first, first.isInterfaceLetter else { return false }
        return components.allSatisfy { component in
            guard let first = component.first, let last = component.last else { return false }
            return first != "-" && last != "-" && component.allSatisfy { $0 == "-" || $0.isInterfaceAlphanumeric }
        }
    }

    /// Returns whether a text is a valid name of a type, a method or an error: an uppercase ASCII letter, then ASCII letters
    /// and digits.
    ///
    /// - Parameter text: The text to check.
    /// - Returns: Whether the name is valid.
    public static func isMember(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, ("A"..."Z").contains(first) else { return false }
        return text.unicodeScalars.allSatisfy(\.isInterfaceAlphanumeric)
    }

    /// Returns whether a text is a valid name of a field, a parameter or a value of an enumeration.
    ///
    /// A valid name is an ASCII letter, then ASCII letters and digits, which single underscores may separate.
    ///
    /// - Parameter text: The text to check.
    /// - Returns: Whether the name is valid.
    public static func isField(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.isInterfaceLetter else { return false }
        return text.unicodeScalars.split(separator: "_", omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && $0.allSatisfy(\.isInterfaceAlphanumeric)
        }
    }
}
