/* detm/domain.h: the names of the fields of a domain (books, cars, jobs ...): one canonical name for captions in many
 * languages ("Autor", "作者" -> author), and patterns of their values.
 *
 *   detm_domains *domains = detm_domains_stock(&error);
 *   const detm_domain *domain = detm_domains_of_fields(domains, fields);
 *   if (domain != NULL) status = detm_domain_name_fields(domain, fields, &error) DETM_CHECK;
 *
 * Domains do not change once loaded: threads may share them. */
#ifndef DETM_DOMAIN_H
#define DETM_DOMAIN_H

#include <detm/fields.h>
#include <detm/wrapper.h>

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

/* The canonical name of the field that a page calls `label`, a caption in any language or a property of the markup;
 * `value` decides between several fields with that caption.  Without a known caption, the field whose pattern the
 * value matches (an ISBN).  label and value may be NULL.  NULL if the domain has no such field. Owned by the domain.
 */
DETM_API const char *detm_domain_field(const detm_domain *domain, const char *label, const char *value);

/* The domains that come with detm: books, cars, jobs, news, people, products, recipes.  NULL with DETM_NO_MEMORY.  The
 * caller frees them. */
DETM_API detm_domains *detm_domains_stock(detm_error *error) DETM_CHECK;
DETM_API void detm_domains_free(detm_domains *domains);
DETM_API size_t detm_domains_count(const detm_domains *domains);
/* Domain `number` (from 0), and the domain with this name; NULL past the last, for an unknown name, or without memory,
 * as each domain is read when it is first used.  Owned by the domains. */
DETM_API const detm_domain *detm_domains_get(const detm_domains *domains, size_t number);
DETM_API const detm_domain *detm_domains_find(const detm_domains *domains, const char *name);

/* The domain that labels and values fit clearly better than any other; NULL = none. */
DETM_API const detm_domain *detm_domains_of_fields(const detm_domains *domains, const detm_fields *fields);
DETM_API const detm_domain *detm_domains_of_wrapper(const detm_domains *domains, const detm_wrapper *wrapper);

/* Gives the fields that the domain knows their canonical names; another name changes only if two fields would have it.
 * Call it before threads share the fields, the wrapper or the result.  DETM_NO_MEMORY: nothing was changed. */
DETM_API detm_status detm_domain_name_fields(const detm_domain *domain, detm_fields *fields,
                                             detm_error *error) DETM_CHECK;
DETM_API detm_status detm_domain_name_wrapper(const detm_domain *domain, detm_wrapper *wrapper,
                                              detm_error *error) DETM_CHECK;
/* The same for a result of detm_extract, region by region: by `domain`, or with NULL by the domain of `domains` that
 * the region fits.  The result borrows the domains. */
DETM_API detm_status detm_domains_name_result(const detm_domains *domains, const detm_domain *domain,
                                              detm_result *result, detm_error *error) DETM_CHECK;

#ifdef __cplusplus
}
#endif
#endif
