/** A measure of the table with its target, which is ours divided by the peer's. */
interface Measure {
  readonly title: string;
  readonly unit: 'ms' | 'bytes';
  /** Upper limit of the ratio. Absent when there is no target. */
  readonly target?: number;
}

export const measures = {
  modelTime32: { title: 'model time, 3:2 photo', unit: 'ms', target: 0.105 },
  modelTimeSquare: { title: 'model time, square photo', unit: 'ms', target: 0.115 },
  modelTimeOneThread: { title: 'model time, 3:2 photo, one thread', unit: 'ms', target: 0.115 },
  endToEnd12mp: { title: 'photo to PNG, 12 megapixels, warm', unit: 'ms', target: 0.15 },
  longestTask: { title: '  its longest main-thread task', unit: 'ms' },
  everyPhoto: { title: 'photo to PNG, every photo of --photos, warm', unit: 'ms', target: 0.16 },
  coldBytes: { title: 'cold: fetched before first result', unit: 'bytes', target: 0.45 },
  coldFirstResult: { title: 'cold: page open to first result', unit: 'ms', target: 0.22 },
  peakMemory: { title: 'peak memory of the renderer', unit: 'bytes', target: 0.42 },
  vsNative: { title: 'photo to PNG against native peer', unit: 'ms', target: 0.4 },
} as const satisfies Readonly<Record<string, Measure>>;

export type MeasureName = keyof typeof measures;

export const measureNames = Object.keys(measures) as MeasureName[];

export function measureOf(name: MeasureName): Measure {
  return measures[name];
}
