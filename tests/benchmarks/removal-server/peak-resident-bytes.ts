import { residentBytes } from '../../soak/load/resident-bytes.ts';

const sampleMs = 200;

/** Samples the resident memory of a process and its children. Only Linux is supported; elsewhere the peak is 0. */
export function peakResidentBytes(processId: number): { readonly stop: () => number } {
  let peak = 0;
  const sample = () => (peak = Math.max(peak, residentBytes(processId) ?? 0));
  const timer = setInterval(sample, sampleMs);
  return {
    stop() {
      clearInterval(timer);
      return Math.max(peak, sample());
    },
  };
}
