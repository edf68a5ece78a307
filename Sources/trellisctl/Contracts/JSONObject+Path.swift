import Varlink

extension JSONObject {
    /// The value at the end of a path of members; nil when the path does not exist.
    ///
    /// Setting a value creates missing objects on the path, and replaces values on the path that are not objects.
    subscript(path: ArraySlice<String>) -> JSONValue? {
        get {
            guard let first = path.first else { return .object(self) }
            guard path.count > 1 else { return self[first] }
            return self[first]?.objectValue?[path.dropFirst()]
        }
        set {
            guard let first = path.first else { return }
            guard path.count > 1 else {
                self[first] = newValue
                return
            }
            var inner = self[first]?.objectValue ?? JSONObject()
            inner[path.dropFirst()] = newValue
            self[first] = .object(inner)
        }
    }
}
