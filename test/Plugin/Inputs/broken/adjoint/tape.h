#ifdef MANY
int a = one, b = two, c = three, d = four;
#endif
#ifdef TEMPLATE
inline int e = ofUser<int>();
#endif
