import { scaleBand, scaleLinear, scaleUtc } from '@visx/scale';

export interface TimePoint {
  /** Time of the point. Points are in order and evenly spaced. */
  at: Date;
  /** One whole number per series, such as a count or an amount in cents. */
  values: readonly number[];
}

/** Height of the chart in pixels. */
export const height = 176;
const margin = { top: 8, bottom: 22 };
const tickWidth = 84;

/** Scales of a chart, in pixels from its top left corner. */
export interface PlotScales {
  left: number;
  top: number;
  bottom: number;
  /** Width of the chart, which is also its right edge. */
  width: number;
  y: ReturnType<typeof scaleLinear<number>>;
  yTicks: readonly number[];
  band: ReturnType<typeof scaleBand<number>>;
  /** Returns the horizontal position of the point with this index. */
  xOf: (at: number) => number;
  /** Number of points from one time on the axis to the next. */
  every: number;
}

interface PlotOptions {
  kind: 'line' | 'bars';
  points: readonly TimePoint[];
  /** Width of the chart in pixels. */
  width: number;
  formatAxis: (value: number) => string;
}

/** Computes the scales from the largest value and the width of its label. */
export function plotScales({ kind, points, width, formatAxis }: PlotOptions): PlotScales {
  const bottom = height - margin.bottom;
  const totals = points.map(({ values }) => (kind === 'bars' ? sum(values) : Math.max(0, ...values)));
  const y = scaleLinear<number>({ domain: [0, Math.max(1, ...totals)], range: [bottom, margin.top], nice: 4 });
  const yTicks = y.ticks(4).filter((tick) => Number.isInteger(tick));
  const left = Math.min(96, 12 + Math.max(...yTicks.map((tick) => widthOf(formatAxis(tick)))));
  const band = scaleBand<number>({ domain: points.map((_, at) => at), range: [left, width], padding: 0.25 });
  const time = scaleUtc<number>({
    domain: [points[0]?.at ?? new Date(0), points.at(-1)?.at ?? new Date(0)],
    range: [left + 6, width - 6],
  });
  const xOf = (at: number) =>
    kind === 'bars' || points.length === 1
      ? (band(at) ?? 0) + band.bandwidth() / 2
      : time(points[at]?.at ?? new Date(0));
  const every = Math.max(1, Math.ceil(points.length / Math.max(1, Math.floor((width - left) / tickWidth))));
  return { top: margin.top, bottom, left, width, y, yTicks, band, xOf, every };
}

/**
 * Estimates the width of a text on the axes in pixels: 7 per letter at 12 px, and 12 per Han, kana or Hangul character.
 */
export function widthOf(text: string): number {
  return text.length * 7 + (text.match(squareLetters)?.length ?? 0) * 5;
}

const squareLetters = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

export function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
