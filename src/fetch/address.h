/* fetch/address.h: whether an address of the network is one of the public internet. */
#ifndef DT_FETCH_ADDRESS_H
#define DT_FETCH_ADDRESS_H

#include <stdbool.h>
#include <sys/socket.h>

/* False for private, loopback, link-local, multicast and reserved addresses, also within addresses of IPv6, and for
 * families other than IPv4 and IPv6. */
bool dt_address_is_public(const struct sockaddr *address);
/* False for the name of this machine, and for a numeric address, in any notation, that is not public.  Other names may
 * have any address. */
bool dt_host_may_be_public(const char *host);

#endif
