/** The used part of the Battery Status API. TypeScript's DOM types lack it, because only Chromium supports it. */
interface Battery extends EventTarget {
  readonly level: number;
  readonly charging: boolean;
}

interface BatteryNavigator {
  readonly getBattery?: () => Promise<Battery>;
}

/** Highest level, 0…1, that counts as low. */
const lowLevel = 0.2;

/**
 * Reports whether the battery is low and not charging, once at the beginning and after every change of the battery.
 * @returns stops the reports.
 */
export function watchBattery(onChange: (isLow: boolean) => void): () => void {
  const ended = new AbortController();
  async function watch(): Promise<void> {
    const battery = await (navigator as BatteryNavigator).getBattery?.();
    if (!battery || ended.signal.aborted) return;
    const notify = () => onChange(battery.level <= lowLevel && !battery.charging);
    for (const name of ['levelchange', 'chargingchange'])
      battery.addEventListener(name, notify, { signal: ended.signal });
    notify();
  }
  // A permissions policy of the embedding page may forbid access. The battery is then unknown, as in other browsers.
  watch().catch(() => undefined);
  return () => ended.abort();
}
