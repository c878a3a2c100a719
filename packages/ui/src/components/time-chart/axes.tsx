import { height, widthOf, type PlotScales, type TimePoint } from './plot-scales.ts';

interface AxesProps {
  scales: PlotScales;
  points: readonly TimePoint[];
  formatAxis: (value: number) => string;
  formatTick: (at: Date) => string;
}

/** Lines and labels of the values, and labels of the times. */
export function Axes({ scales: { left, width, y, yTicks, xOf, every }, points, formatAxis, formatTick }: AxesProps) {
  return (
    <>
      {yTicks.map((tick) => (
        <g key={tick}>
          <g className={tick === 0 ? 'text-line-strong' : 'text-line'}>
            <path d={`M${left} ${Math.round(y(tick)) + 0.5}H${width}`} stroke="currentColor" />
          </g>
          <text x={left - 6} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-faint text-12 tabular-nums">
            {formatAxis(tick)}
          </text>
        </g>
      ))}
      {points.map(({ at }, index) => {
        if ((points.length - 1 - index) % every > 0) return null;
        const words = formatTick(at);
        const isCut = xOf(index) + widthOf(words) / 2 > width;
        return (
          <text
            key={at.getTime()}
            data-tick={index}
            x={isCut ? width : xOf(index)}
            y={height - 4}
            textAnchor={isCut ? 'end' : 'middle'}
            className="fill-faint text-12 tabular-nums"
          >
            {words}
          </text>
        );
      })}
    </>
  );
}
