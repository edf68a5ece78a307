// What a plugin author has with `import Trellis`: the container, the protocol, and the modules of others whose types
// the public declarations of this module name.

@_exported public import Logging
@_exported public import Scopes
@_exported public import SystemPackage
@_exported public import Varlink
