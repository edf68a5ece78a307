// The modules that plugin authors use with `import Trellis`: the container, the protocol, and the modules whose types
// the public declarations of this module use.

@_exported public import Logging
@_exported public import Scopes
@_exported public import SystemPackage
@_exported public import Varlink
