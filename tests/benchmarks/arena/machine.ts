import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** Machine on which numbers were measured. Numbers from different machines are not comparable. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryBytes: number;
  /** Load average of the minute before, which shows other work on the machine. */
  readonly loadAverageBefore: number;
  readonly chromium: string;
}

export function describeMachine(chromium: string): Machine {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    loadAverageBefore: loadavg()[0] ?? 0,
    chromium,
  };
}

export function machineLine({ chromium, cores, memoryBytes, processor, loadAverageBefore }: Machine): string {
  const memory = `${(memoryBytes / 2 ** 30).toFixed(0)} GiB`;
  return `Chromium ${chromium}, ${cores} cores (${processor}), ${memory}, load before ${loadAverageBefore.toFixed(1)}`;
}
