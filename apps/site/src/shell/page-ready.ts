const first = Promise.withResolvers<void>();

/** Resolves when the first page of the visit responds to input. */
export const firstPageReady: Promise<void> = first.promise;

/** Marks the first page as ready. Every page calls it once it is rendered completely. */
export function markPageReady(): void {
  first.resolve();
}
