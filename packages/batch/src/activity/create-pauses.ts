import type { PauseReason } from '../batch.ts';

/** The reasons for which a batch does not work at the moment. */
export interface Pauses {
  /** Returns the reason that is shown, or undefined while the batch may work. */
  readonly reason: () => PauseReason | undefined;
  readonly isPausedByUser: () => boolean;
  readonly setPausedByUser: (isPaused: boolean) => void;
  /** Ends the pause of the user and that of the network. A battery that is low now is ignored until it is charged. */
  readonly resume: () => void;
  readonly setOffline: (isOffline: boolean) => void;
  readonly setBatteryLow: (isLow: boolean) => void;
}

export function createPauses(): Pauses {
  let isPausedByUser = false;
  /** True after the batch had to load something while the browser was offline. */
  let isOffline = false;
  let isBatteryLow = false;
  let ignoresBattery = false;

  return {
    reason() {
      if (isPausedByUser) return 'user';
      if (isOffline) return 'offline';
      return isBatteryLow && !ignoresBattery ? 'battery' : undefined;
    },
    isPausedByUser: () => isPausedByUser,
    setPausedByUser: (isPaused) => (isPausedByUser = isPaused),
    resume() {
      isPausedByUser = false;
      isOffline = false;
      ignoresBattery = isBatteryLow;
    },
    setOffline: (offline) => (isOffline = offline),
    setBatteryLow(isLow) {
      isBatteryLow = isLow;
      if (!isLow) ignoresBattery = false;
    },
  };
}
