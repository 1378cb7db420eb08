#include "CSwitch.h"

#include <stdio.h>
#include <stdlib.h>

int quadcal_switched = -1;
unsigned char quadcal_met[QUADCAL_MISTAKES];

/* Appends the numbers of the places to the file that QUADCAL_MET names: a test may start processes of its own. */
static void write_met(void) {
    FILE *file = fopen(getenv("QUADCAL_MET"), "a");
    if (!file) return;
    for (int number = 0; number < QUADCAL_MISTAKES; number++)
        if (quadcal_met[number]) fprintf(file, "%d\n", number);
    fclose(file);
}

__attribute__((constructor)) static void read_switch(void) {
    const char *number = getenv("QUADCAL_SWITCH");
    if (number) quadcal_switched = atoi(number);
    if (getenv("QUADCAL_MET")) atexit(write_met);
}
