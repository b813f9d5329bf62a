// Debian's own libisl as an oracle. Each line of standard input has relations between tabs: those before the last are
// applied one after the other, the last is a table. The answer is whether they agree on the table's inputs.

#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/set.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	isl_ctx *ctx = isl_ctx_alloc();
	char *line = NULL;
	size_t capacity = 0;
	while (getline(&line, &capacity, stdin) > 0) {
		isl_map *chain = NULL, *last = NULL;
		line[strcspn(line, "\n")] = 0;
		for (char *text = strtok(line, "\t"); text; text = strtok(NULL, "\t")) {
			if (last)
				chain = chain ? isl_map_apply_range(chain, last) : last;
			last = isl_map_read_from_str(ctx, text);
		}
		chain = isl_map_intersect_domain(chain, isl_map_domain(isl_map_copy(last)));
		printf("%d\n", isl_map_is_equal(chain, last));
		isl_map_free(chain);
		isl_map_free(last);
	}
	free(line);
	isl_ctx_free(ctx);
	return 0;
}
