/*
 * The tool and its wings in one file, which is a third as large as three with Swift's libraries in each: what is run is
 * said by the name that it is called by, as quadcal-frames, or, where a script calls it, by QUADCAL_PROGRAM.
 */
#include <stdlib.h>
#include <string.h>

/* The entries of the three executables. */
int QuadcalTool_main(int count, char **words);
int FramesTool_main(int count, char **words);
int DevicesTool_main(int count, char **words);

int main(int count, char **words) {
    const char *name = getenv("QUADCAL_PROGRAM");
    if (!name) name = count > 0 ? words[0] : "";
    const char *slash = strrchr(name, '/');
    if (slash) name = slash + 1;
    int (*program)(int, char **) = QuadcalTool_main;
    if (!strcmp(name, "quadcal-frames")) program = FramesTool_main;
    if (!strcmp(name, "quadcal-devices")) program = DevicesTool_main;
    unsetenv("QUADCAL_PROGRAM");
    return program(count, words);
}

/*
 * Swift's libraries ask for the newest version of these, which would be the only thing that needs a C library above
 * 2.34; the tool calls neither.
 */
double old_hypot(double x, double y);
float old_hypotf(float x, float y);
__asm__(".symver old_hypot, hypot@GLIBC_2.2.5");
__asm__(".symver old_hypotf, hypotf@GLIBC_2.2.5");
double hypot(double x, double y) { return old_hypot(x, y); }
float hypotf(float x, float y) { return old_hypotf(x, y); }
