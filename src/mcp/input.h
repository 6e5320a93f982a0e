/* mcp/input.h: pages and wrappers that the arguments of a tool name. */
#ifndef DT_MCP_INPUT_H
#define DT_MCP_INPUT_H

#include <detm/wrapper.h>

#include "base/json.h"
#include "mcp/mcp.h"

/* The page of the members "html" or "file", and "url".  NULL: *error says why.  The caller frees it. */
detm_page *dt_mcp_page(const dt_mcp *server, const json_t *arguments, detm_error *error);
/* The wrapper of the members "wrapper" or "wrapper_file", likewise. */
detm_wrapper *dt_mcp_wrapper(const dt_mcp *server, const json_t *arguments, detm_error *error);

#endif
