/* The C door beside the others: check_quads FILE reads quads, 12 doubles each, and for each line of its input checks all of them and
 * prints the nanoseconds of processor time a quad. */
#include <quadcal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int count, char **arguments) {
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!file || fseek(file, 0, SEEK_END)) return 1;
    long size = ftell(file);
    rewind(file);
    int64_t quads = size / (long)(12 * sizeof(double));
    double *numbers = malloc((size_t)size);
    uint32_t *codes = malloc((size_t)quads * sizeof(uint32_t));
    uint8_t *severities = malloc((size_t)quads);
    if (!numbers || !codes || !severities || fread(numbers, 1, (size_t)size, file) != (size_t)size) return 1;
    char line[16];
    while (fgets(line, sizeof line, stdin)) {
        struct timespec start, end;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
        if (quadcal_check(numbers, quads, NULL, NULL, QUADCAL_LEVEL_BEST, codes, severities, NULL)) return 1;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
        printf("%.3f\n", (1e9 * (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec)) / (double)quads);
        fflush(stdout);
    }
    return 0;
}
