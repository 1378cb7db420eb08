#include "CRegister.h"
