/* SPDX-License-Identifier: MIT */
/** @file
 * Checks the codec against the shared vectors: `test_frame ../data/vectors.txt`.
 */
#include <stdio.h>
#include <string.h>

#include "frame.h"

/** The words that `vectors.txt` uses, by FrameError. */
static const char *const VERDICTS[] = {"ok", "envelope", "crc", "fields"};

/** Check one line `verdict|sentence|…`; return the number of failures. */
static int check(char *line)
{
    char *sentence = strchr(line, '|');
    if (!sentence) {
        fprintf(stderr, "not a vector: %s\n", line);
        return 1;
    }
    *sentence++ = '\0';
    sentence[strcspn(sentence, "|")] = '\0';

    Frame frame;
    char again[FRAME_MAX];
    const char *verdict = VERDICTS[parse_frame(sentence, &frame)];
    if (strcmp(verdict, line) != 0) {
        fprintf(stderr, "%s: %s, not %s\n", sentence, verdict, line);
        return 1;
    }
    if (strcmp(verdict, "ok") == 0) {
        format_frame(&frame, again);
        if (strcmp(again, sentence) != 0) {
            fprintf(stderr, "%s was written as %s\n", sentence, again);
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    FILE *vectors = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!vectors) {
        fprintf(stderr, "usage: %s VECTORS\n", argv[0]);
        return 2;
    }
    char line[256];
    int checked = 0;
    int failures = 0;
    while (fgets(line, sizeof line, vectors)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '#' && line[0] != '\0') {
            failures += check(line);
            ++checked;
        }
    }
    fclose(vectors);
    printf("%d vectors, %d failures\n", checked, failures);
    return failures || !checked ? 1 : 0;
}
