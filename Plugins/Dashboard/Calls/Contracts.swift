import Synchronization
import Trellis

/// The parsed contracts of the daemon and its plugins.
///
/// The contract of an interface does not change while the daemon runs, so each is parsed once.
final class Contracts: Sendable {
    private let parsed = Mutex<[String: InterfaceDescription]>([:])

    init() {}

    /// Returns the contract of an interface.
    ///
    /// - Parameters:
    ///   - name: The name of the interface.
    ///   - caller: Requests the contract if it is not known.
    /// - Returns: The contract.
    /// - Throws: `ServiceError` when the interface is not served; the error of the call.
    func contract(_ name: String, from caller: any VarlinkCaller) async throws -> InterfaceDescription {
        if let known = parsed.withLock({ $0[name] }) { return known }
        let text = try await ServiceClient(caller).getInterfaceDescription(interface: name).description
        let contract = try InterfaceDescription(parsing: text)
        parsed.withLock { $0[name] = contract }
        return contract
    }

    /// Returns a method of a contract.
    ///
    /// - Parameters:
    ///   - name: The qualified name of the method, such as `io.trellis.Items.Add`.
    ///   - caller: Requests the contract if it is not known.
    /// - Returns: The method; nil if its interface is not served, or has no such method.
    /// - Throws: The error of the call.
    func method(_ name: String, from caller: any VarlinkCaller) async throws -> InterfaceDescription.Method? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let contract: InterfaceDescription
        do {
            contract = try await self.contract(String(name[..<dot]), from: caller)
        } catch is ServiceError {
            return nil
        }
        return contract.methods.first { $0.name == name[name.index(after: dot)...] }
    }
}
