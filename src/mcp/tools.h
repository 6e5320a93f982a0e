/* mcp/tools.h: the tools of the server, and their calls. */
#ifndef DT_MCP_TOOLS_H
#define DT_MCP_TOOLS_H

#include "base/json.h"
#include "mcp/mcp.h"

/* Appends the result of tools/list. */
void dt_mcp_list_tools(const dt_mcp *server, dt_buffer *out);
/* Appends the result of tools/call, which may be the error of the tool.  Returns false if
 * no tool has this name. */
bool dt_mcp_call_tool(const dt_mcp *server, const char *name, const json_t *arguments, dt_buffer *out);

#endif
