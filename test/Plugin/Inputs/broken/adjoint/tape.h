#ifdef MANY
int a = one, b = two, c = three, d = four;
#endif
