#ifndef QUADCAL_CSWITCH_H
#define QUADCAL_CSWITCH_H

#include <stdbool.h>

#define QUADCAL_MISTAKES 16384

/* The mistake that is made, and whether the place of each was come to. */
extern int quadcal_switched;
extern unsigned char quadcal_met[QUADCAL_MISTAKES];

static inline bool mutated(int number) {
    quadcal_met[number] = 1;
    return number == quadcal_switched;
}

#endif
