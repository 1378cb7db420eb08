/* Swift packages want a source in every C target; all of it is in the header. */
#include "quadcal.h"
