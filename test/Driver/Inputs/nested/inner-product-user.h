#include "../inner-product.h"
