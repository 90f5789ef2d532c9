/* ring.h: a ring buffer. */
#ifndef RING_H
#define RING_H

#include <stddef.h>
#include "ring_config.h"
#if defined(_WIN32)
#  include <windows.h>
#else
# include <sys/types.h> /* ssize_t */
#endif
#include_next <limits.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RING_MAX 4096 /**< slots */
#define RING_EMPTY
#define RING_AT(ring, i) \
  ((ring)->slots[(i) /* no check */ % \
                 RING_MAX])

#ifndef RING_API
# define RING_API __attribute__((visibility("default")))
#endif

/** What a ring can be asked for. */
enum ring_mode {
  RING_READ = 1, /**< to read */
  RING_WRITE,
#ifdef RING_BOTH
  RING_READ_WRITE
#endif
};

enum { RING_FIRST, RING_LAST };

/** One slot. */
typedef struct {
  int value;
  struct { int nested; } inner;
} ring_slot, *ring_slot_p;

/// A whole ring.
struct ring {
  ring_slot slots[RING_MAX];
  int (*compare)(const void *, const void *);
  union { int i; float f; } value;
};
typedef struct ring ring_t;
typedef struct RING_PACKED ring_header { char magic[4]; } ring_header_t;
struct forward_only;

typedef union ring_word { int i; float f; } ring_word;
typedef int (*ring_callback)(struct ring *, void *data);
typedef void ring_visitor(int);
typedef unsigned long ring_size, ring_sizes[4];

/** Make a ring.
 *
 * Free it with ring_free().
 */
RING_API struct ring *ring_new(size_t size);
RING_API
void ring_free(struct ring *ring) __attribute__((nonnull));
extern const char *const *ring_names(void);
RING_DEPRECATED("use ring_push") int ring_put(struct ring *, int);
int RING_CALL ring_push(struct ring *ring, int value, int flags);
EXPORT(const char *) ring_version(void);
void (*ring_handler(int signal))(int);
int (ring_is_empty)(const struct ring *ring) RING_PURE;
static inline int ring_full(struct ring *ring) { return ring->slots[0].value; }
void ring_old_style OF((int size, int flags));

extern int ring_count;
extern const struct ring ring_default;

#ifdef __cplusplus
}
#endif

#endif /* RING_H */
