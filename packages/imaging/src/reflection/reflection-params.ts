import * as z from 'zod/mini';

const fromOne = z.number().check(z.minimum(1), z.maximum(100));

/** Schema of a reflection, checked when params enter the worker. */
export const reflectionSchema = z.object({
  /** Opacity where the reflection begins, 1…100. */
  strength: fromOne,
  /** Length after which it has faded, in hundredths of the height of what is reflected, 1…100. */
  length: fromOne,
});

/** Reflection of a subject on a smooth ground below it, which fades with the distance. */
export type ReflectionParams = Readonly<z.infer<typeof reflectionSchema>>;

/** Returns the opacity of a reflection at a share of its length, 0…1. It decreases quadratically. */
export function reflectedShare({ strength }: Pick<ReflectionParams, 'strength'>, along: number): number {
  return along >= 1 ? 0 : (strength / 100) * (1 - Math.max(0, along)) ** 2;
}
