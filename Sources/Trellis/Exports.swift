// `import Trellis` also imports the container, the Varlink library, and the modules of types in public declarations.

@_exported public import Logging
@_exported public import Scopes
@_exported public import SystemPackage
@_exported public import Varlink
