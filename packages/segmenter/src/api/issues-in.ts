import type * as z from 'zod/mini';

/** Returns the issues of a check in one line: `layers.3.stride: Invalid input; …`. Zod's own function is larger. */
export function issuesIn({ issues }: Pick<z.core.$ZodError, 'issues'>): string {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}
