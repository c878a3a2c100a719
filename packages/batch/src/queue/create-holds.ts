/** Counts the downloads that are reading the results. */
export interface Holds {
  readonly isHeld: () => boolean;
  /** @returns releases this hold. Further calls of it do nothing. */
  readonly hold: () => () => void;
}

/** @param onRelease called whenever a hold is released. Other holds may remain. */
export function createHolds(onRelease: () => void): Holds {
  let count = 0;
  return {
    isHeld: () => count > 0,
    hold() {
      let isReleased = false;
      count += 1;
      return () => {
        if (isReleased) return;
        isReleased = true;
        count -= 1;
        onRelease();
      };
    },
  };
}
