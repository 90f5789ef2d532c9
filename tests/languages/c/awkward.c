/*
 * Copyright (c) 2020 The Authors
 */

/* Code that parsers trip over. */
#include "ring.h"

static const char *text = "int in_a_string(void) { return 0; }";
static const int limits[] = { 1, 2, 3 };
static const char *const names[] = {
  "one",
#ifdef HAVE_TWO
  "two",
#endif
};
int counter = 0, *shared;
static DWORD WINAPI worker(LPVOID argument);

/* int in_a_comment(void) { return 0; } */

int old_style(count, values)
  int count;
  char **values;
{
  struct local { int x; } here;
  int prototype_inside(int);
  static const int inside = 1;
  if (count) { return here.x + inside; }
  return prototype_inside(count);
}

#if 0
int never_compiled(void) { return 1; }
#endif

#ifdef WIDE
long widen(long value)
#else
int widen(int value)
#endif
{
  return value;
}

#ifdef WITH_LOCK
int lock(void) { return 1; }
#else
int lock(void) { return 0; }
#endif

static int
split_type(void)
{
  for (;;) {
    while (counter) { switch (counter) { default: break; } }
  }
}

TEST(suite, name) {
  if (counter) { return; }
}

DEFINE_LIST(int, items)
unsigned int *pointer(void) { return 0; }
char **pointers(void);
long long int **const constant_pointers(void) { return 0; }
_Noreturn void stop(int code) { for (;;) {} }
void nested_blocks(int a) {
  { { { if (a) { else_branch(); } } } }
}
MODULE_LICENSE("x");
static struct ring_operations operations = {
  .open = worker,
};
int main(int argc, char *argv[])
{
  return LIKELY(argc) ? 0 : 1;
}
