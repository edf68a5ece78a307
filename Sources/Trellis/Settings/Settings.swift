/// One section of the configuration, as the initialiser of a configuration type reads it.
///
/// Reading a key declares it. The same initialiser therefore serves twice: run over ``NoSettings`` it tells which keys
/// there are, of which type, range and default, so that a configuration can be checked, and documented, before anything
/// is read; run over the real source it gives the values.
///
/// ```swift
/// public init(from settings: Settings) {
///     store = settings.choice("store", default: .sqlite, "Where the items are kept.")
///     history = settings.duration("history", default: .seconds(604_800), in: .zero ... .seconds(31_557_600),
///         "How long changes are kept.")
/// }
/// ```
///
/// A value that its key does not take is recorded as a fault, and the default is returned in its place, so that all
/// faults of a configuration are found in one reading. Read every key, whatever the others say: a key that is read
/// under a condition is not declared when the condition does not hold.
public struct Settings {
    /// The section, from the root of the configuration downwards.
    public let path: [String]

    let recorder: Recorder

    /// What one reading of a configuration finds.
    final class Recorder {
        let source: any SettingsSource
        var declarations: [SettingDeclaration] = []
        var faults: [SettingFault] = []

        init(source: any SettingsSource) {
            self.source = source
        }
    }

    /// Creates the settings of a section.
    ///
    /// - Parameters:
    ///   - path: The section, from the root of the configuration downwards.
    ///   - source: Where the values come from.
    public init(path: [String], source: any SettingsSource) {
        self.path = path
        self.recorder = Recorder(source: source)
    }

    private init(path: [String], recorder: Recorder) {
        self.path = path
        self.recorder = recorder
    }

    /// The keys that were read so far, in this section and those under it, in the order of reading; their paths start
    /// at the root of the configuration.
    public var declarations: [SettingDeclaration] { recorder.declarations }

    /// What is wrong with the values that were read so far.
    public var faults: [SettingFault] { recorder.faults }

    /// A section of this section.
    /// - Parameter key: Its key.
    /// - Returns: The section, which records into the same reading.
    public func section(_ key: String) -> Settings {
        Settings(path: path + [key], recorder: recorder)
    }

    /// Records that a value is wrong for a reason that its type does not know, for example because another key forbids
    /// it.
    ///
    /// - Parameters:
    ///   - key: The key whose value is wrong.
    ///   - sentence: What is wrong, and what would be right, without a full stop.
    public func refuse(_ key: String, _ sentence: String) {
        recorder.faults.append(SettingFault(path: path + [key], sentence: sentence))
    }

    /// Declares a key, and gives its text if that is one the type takes.
    func text(_ key: String, _ type: SettingType, defaultText: String?, _ summary: String) -> String? {
        declare(key, type, defaultText: defaultText, summary)
        guard let text = recorder.source.text(at: path + [key]) else { return nil }
        if let fault = type.fault(in: text) {
            refuse(key, fault)
            return nil
        }
        return text
    }

    func declare(_ key: String, _ type: SettingType, defaultText: String?, _ summary: String) {
        recorder.declarations.append(
            SettingDeclaration(path: path + [key], type: type, defaultText: defaultText, summary: summary))
    }
}
