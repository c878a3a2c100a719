import { AreaClosed, Bar, LinePath } from '@visx/shape';

import { sum, type PlotScales, type TimePoint } from './plot-scales.ts';

/** Series differ in lightness, which remains visible in print and with colour blindness. */
export const tones = {
  line: ['text-ink', 'text-neutral-9', 'text-line-strong'],
  bars: ['text-faint', 'text-line-strong', 'text-ink'],
};

interface SeriesProps {
  scales: PlotScales;
  /** Names of the series. */
  series: readonly string[];
  points: readonly TimePoint[];
}

/** Draws the series as bars, stacked on each other. */
export function Bars({ scales: { y, band }, series, points }: SeriesProps) {
  return points.map(({ at, values }, index) =>
    values.map((value, each) => {
      const below = sum(values.slice(0, each));
      return (
        <Bar
          key={`${at.getTime()} ${series[each]}`}
          x={band(index) ?? 0}
          width={Math.max(1, band.bandwidth())}
          y={y(below + value)}
          height={Math.max(0, y(below) - y(below + value))}
          fill="currentColor"
          className={tones.bars[each] ?? ''}
        />
      );
    }),
  );
}

/** Draws the series as lines. The area below the first one is filled. */
export function Lines({ scales: { y, xOf }, series, points }: SeriesProps) {
  return series.map((name, each) => {
    const at = points.map((point, index) => [xOf(index), y(point.values[each] ?? 0)] as const);
    return (
      <g key={name} className={tones.line[each]}>
        {each === 0 && (
          <AreaClosed
            data={[...at]}
            x={([x]) => x}
            y={([, top]) => top}
            yScale={y}
            fill="currentColor"
            fillOpacity={0.06}
            stroke="none"
          />
        )}
        <LinePath
          data={[...at]}
          x={([x]) => x}
          y={([, top]) => top}
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinejoin="round"
        />
        {at.length === 1 && at.map(([x, top]) => <circle key={x} cx={x} cy={top} r={3} fill="currentColor" />)}
      </g>
    );
  });
}
