/* detm/domain.h: what the fields of a domain (books, cars, jobs ...) are called: one canonical name for the captions
 * of many languages ("Autor", "作者" -> author), and what their values look like.
 *
 *   detm_domains *domains = detm_domains_stock(&error);
 *   const detm_domain *domain = detm_domains_of_fields(domains, fields);
 *   if (domain != NULL) status = detm_domain_name_fields(domain, fields, &error);
 *
 * Domains do not change once loaded: threads may share them. */
#ifndef DETM_DOMAIN_H
#define DETM_DOMAIN_H

#include <detm/fields.h>
#include <detm/records.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct detm_domain detm_domain;
typedef struct detm_domains detm_domains;

/* Domain XML (templates/detm-domain.rng).  Load takes bytes, without network, entities or includes; NULL with
 * DETM_BAD_FILE and its line.  `name` is used in messages.  The caller frees the domain. */
DETM_API detm_domain *detm_domain_load(const char *bytes, size_t length, const char *name,
                                       detm_error *error) DETM_CHECK;
DETM_API void detm_domain_free(detm_domain *domain);
DETM_API const char *detm_domain_name(const detm_domain *domain);

/* The canonical name of what a page calls `label` (a caption in any language, or a property of the markup); where
 * several fields have that caption, `value` decides.  Without such a caption it is the name of the field whose values
 * alone tell it (an ISBN).  label or value may be NULL.  NULL = the domain knows no such field.  Owned by the domain.
 */
DETM_API const char *detm_domain_field(const detm_domain *domain, const char *label, const char *value);

/* The domains that come with detm: books, cars, jobs, news, people, products, recipes.  NULL with DETM_NO_MEMORY.  The
 * caller frees them. */
DETM_API detm_domains *detm_domains_stock(detm_error *error) DETM_CHECK;
DETM_API void detm_domains_free(detm_domains *domains);
DETM_API size_t detm_domains_count(const detm_domains *domains);
/* The domain at `number` (from 0), and the one with this name; NULL = there is none, or no memory for it, as each is
 * read when it is first needed.  Owned by the domains. */
DETM_API const detm_domain *detm_domains_get(const detm_domains *domains, size_t number);
DETM_API const detm_domain *detm_domains_named(const detm_domains *domains, const char *name);

/* The domain that labels and values speak for, clearly more than for any other; NULL = none. */
DETM_API const detm_domain *detm_domains_of_fields(const detm_domains *domains, const detm_fields *fields);
DETM_API const detm_domain *detm_domains_of_wrapper(const detm_domains *domains, const detm_wrapper *wrapper);

/* Gives canonical names to what the domain knows; other names change only where they would be there twice.  To be
 * called before the fields, the wrapper or the result are shared by threads.  DETM_NO_MEMORY: nothing was changed. */
DETM_API detm_status detm_domain_name_fields(const detm_domain *domain, detm_fields *fields, detm_error *error);
DETM_API detm_status detm_domain_name_wrapper(const detm_domain *domain, detm_wrapper *wrapper, detm_error *error);
/* Of a result of detm_extract: each region is looked at by itself, by `domain`, or where that is NULL by the one of
 * `domains` that it speaks for.  The result borrows the domains. */
DETM_API detm_status detm_domains_name_result(const detm_domains *domains, const detm_domain *domain,
                                              detm_result *result, detm_error *error);

#ifdef __cplusplus
}
#endif
#endif
