const first = Promise.withResolvers<void>();

/** Resolves when the first page of the visit answers to what is done on it. */
export const firstPageReady: Promise<void> = first.promise;

/** Every page calls it once it is there with all its parts. */
export function markPageReady(): void {
  first.resolve();
}
