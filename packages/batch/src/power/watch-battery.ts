/** As far as it is used here; only Chromium has it, and so the library of types has it not. */
interface Battery extends EventTarget {
  readonly level: number;
  readonly charging: boolean;
}

interface BatteryNavigator {
  readonly getBattery?: () => Promise<Battery>;
}

const lowLevel = 0.2;

/**
 * Notifies whether the battery is low and not being charged: now, and with every change.
 * @returns ends it.
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
  // A policy of the embedding page may forbid it; then nothing is known, as in other browsers.
  watch().catch(() => undefined);
  return () => ended.abort();
}
