// What JavaScript needs of libisl besides libisl's own functions: one context, with a limit on its operations.

#include <isl/ctx.h>
#include <isl/options.h>
#include <stdlib.h>

static isl_ctx *context;

/** The one context. Errors are remembered in it instead of being printed, and nothing aborts. */
isl_ctx *shim_context(void)
{
	if (!context) {
		context = isl_ctx_alloc();
		isl_options_set_on_error(context, ISL_ON_ERROR_CONTINUE);
	}
	return context;
}

/** Begins a question: so many operations are allowed from here, and what went wrong before is forgotten. */
void shim_begin(unsigned long operations)
{
	isl_ctx *ctx = shim_context();
	isl_ctx_reset_error(ctx);
	isl_ctx_set_max_operations(ctx, 0);
	isl_ctx_reset_operations(ctx);
	isl_ctx_set_max_operations(ctx, operations);
}

/** libisl's own count of its operations, which it does not declare for others: an error when there are no more. */
isl_stat isl_ctx_next_operation(isl_ctx *ctx);

/**
 * Whether the operations or the memory have run out since `shim_begin`. The last error alone does not tell: what was
 * interrupted may have reported another one since.
 */
int shim_exhausted(void)
{
	isl_ctx *ctx = shim_context();
	return isl_ctx_last_error(ctx) == isl_error_alloc || isl_ctx_next_operation(ctx) == isl_stat_error;
}

/** Bytes of JavaScript's, and the texts that libisl returns. */
void *shim_allocate(size_t bytes)
{
	return malloc(bytes);
}

void shim_release(void *bytes)
{
	free(bytes);
}
