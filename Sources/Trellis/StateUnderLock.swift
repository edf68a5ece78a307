/// A type with state that reflection does not show: a noncopyable property such as a `Mutex` or an `Atomic`, or one
/// behind a raw pointer.
///
/// ```swift
/// final class AnswerCache: Sendable {
///     private let entries = Mutex<[String: Entry]>([:])
/// }
///
/// extension AnswerCache: StateUnderLock {
///     static var state: [any Any.Type] { [Entry.self] }
/// }
/// ```
///
/// `expectReach` of TrellisTesting follows the declared types like those of properties. The compiler can't compare the list
/// with the properties.
public protocol StateUnderLock {
    /// The types of the state, without the types of the standard library and of Foundation.
    ///
    /// The list is empty if the state contains nothing else, such as an `Atomic<Int>`.
    static var state: [any Any.Type] { get }
}
