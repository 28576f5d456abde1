@_exported public import AsyncCellCore
