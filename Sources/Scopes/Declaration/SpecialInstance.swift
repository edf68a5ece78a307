/// A type whose instances a scope treats in a special way: ``Closable`` or ``UsesDependencies``.
///
/// A conformance to this protocol alone has no effect. With the common protocol, the declaration of a binding looks up
/// one conformance of an ordinary type instead of two: the lookup of a conformance that does not exist searches all
/// conformances of the program.
public protocol SpecialInstance {}
