/**
 * Returns the day of a time by the clock of the device, as file names and notes write it.
 * @example
 * dayOf(new Date(2026, 10, 29)); // 2026-11-29
 */
export function dayOf(time: Date): string {
  return [time.getFullYear(), time.getMonth() + 1, time.getDate()]
    .map((number) => String(number).padStart(2, '0'))
    .join('-');
}
