import { ApiError } from '../api-error.ts';

/** Bounded admission: at most a fixed number of requests hold their images in memory at the same time. */
export interface Admission {
  /**
   * Takes a place.
   * @returns a function that gives the place back.
   * @throws {ApiError} `busy` 503 with `Retry-After` when all places are taken.
   */
  readonly enter: () => () => void;
  /** Number of places that are taken. */
  readonly taken: () => number;
}

/** Weight of the latest request in the mean duration. */
const latestWeight = 0.2;

/** @param places number of requests, including the one that is processed. */
export function createAdmission(places: number, now: () => number = () => performance.now()): Admission {
  let taken = 0;
  let meanMs = 2_000;
  return {
    enter() {
      if (taken >= places) {
        // One of the requests is expected to end after the mean duration divided by their number.
        const retryAfter = String(Math.max(1, Math.ceil(meanMs / 1000 / taken)));
        const title = `The server processes ${places} images already`;
        throw new ApiError(503, { code: 'busy', title }, { 'retry-after': retryAfter });
      }
      taken += 1;
      const startMs = now();
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        taken -= 1;
        meanMs += latestWeight * (now() - startMs - meanMs);
      };
    },
    taken: () => taken,
  };
}
