#include <stddef.h>

/// Bytes in use on the heap of this process, or 0 where the platform does not tell.
size_t heap_bytes_in_use(void);
