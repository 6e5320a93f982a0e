/* base/page_name.h: the names of pages. */
#ifndef DT_BASE_PAGE_NAME_H
#define DT_BASE_PAGE_NAME_H

/* The name by which a page is known from night to night: "./shop.html" is "shop.html". */
static inline const char *dt_page_known_as(const char *name) {
  while (name[0] == '.' && name[1] == '/' && name[2] != '\0' && name[2] != '/') name += 2;
  return name;
}

#endif
