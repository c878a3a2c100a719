import { useId, useRef, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Skeleton } from '../skeleton/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../table/table.tsx';
import { Axes } from './axes.tsx';
import { height, plotScales, type TimePoint } from './plot-scales.ts';
import { Bars, Lines, tones } from './series.tsx';
import { useReading } from './use-reading.ts';
import { useWidth } from './use-width.ts';

export type { TimePoint } from './plot-scales.ts';

export interface TimeChartLabels {
  /** Header of the column of times: "Day". */
  at: string;
  /** Label of the control that opens the table with all values. */
  table: string;
}

export interface TimeChartProps {
  /** Heading: what the chart shows: "Images per day". */
  title: ReactNode;
  /** Level of the heading. */
  headingLevel?: 2 | 3 | 4;
  /** Result in words, with unit and comparison: "128 images, 31 more than last week". */
  summary?: ReactNode;
  /** Kind of chart. `line` for values measured at a time, `bars` for counts per period. */
  kind?: 'line' | 'bars';
  /** Names of one to three series, in the order of each point's values. Bars of several series are stacked. */
  series: readonly string[];
  /** Points, oldest first. */
  points: readonly TimePoint[];
  /** Formats a value with its unit. */
  formatValue: (value: number) => string;
  /** Formats a value on the axis, briefly. Default: `formatValue`. */
  formatAxis?: (value: number) => string;
  /** Formats the time of a point in full. */
  formatAt: (at: Date) => string;
  /** Formats the time of a point on the axis, briefly. */
  formatTick: (at: Date) => string;
  /** Texts of the chart and its table. */
  labels: TimeChartLabels;
  /** Loading state. */
  state?: 'ready' | 'loading' | 'failed';
  /** Content when there are no points: what will appear, and when. */
  empty: ReactNode;
  /** Content when loading failed. */
  failure?: ReactNode;
  /** Added to the component's classes. Conflicts are not resolved. */
  className?: string;
}

/**
 * Chart of values over time, as a line or bars. The arrow keys and the pointer read single values, and a table below
 * contains all of them. Drawn with SVG attributes: it needs no style attribute and no style sheet, and can be printed.
 */
export function TimeChart(props: TimeChartProps) {
  const { title, headingLevel = 3, summary, points, labels, state = 'ready', empty, failure, className } = props;
  const titleId = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <figure
      data-slot="time-chart"
      data-state={state}
      aria-labelledby={titleId}
      aria-busy={state === 'loading' || undefined}
      className={cn('m-0 min-w-0 print:break-inside-avoid', className)}
    >
      <Heading id={titleId} className="text-14 font-semibold text-ink">
        {title}
      </Heading>
      {state === 'loading' ? (
        <>
          <Skeleton className="my-1 h-4 w-48" />
          <Skeleton className="h-44" />
        </>
      ) : state === 'failed' ? (
        failure
      ) : points.length === 0 ? (
        <div className="border-y border-line py-8 text-13 text-soft">{empty}</div>
      ) : (
        <>
          {summary && <p className="text-13 text-soft tabular-nums">{summary}</p>}
          <Plot {...props} />
          <details className="text-13 text-soft print:hidden">
            <summary className="w-fit cursor-pointer py-1">{labels.table}</summary>
            <ValueTable {...props} />
          </details>
        </>
      )}
    </figure>
  );
}

function Plot({
  title,
  kind = 'line',
  series,
  points,
  formatValue,
  formatAxis = formatValue,
  formatAt,
  formatTick,
}: TimeChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const scales = plotScales({ kind, points, width, formatAxis });
  const { xOf, y } = scales;
  const { readAt, focusHandlers, pointerHandlers } = useReading(points.length, xOf);
  const told = (at: number) => {
    const point = points[at];
    if (!point) return '';
    const values = point.values.map((value, index) =>
      series.length > 1 ? `${series[index]} ${formatValue(value)}` : formatValue(value),
    );
    return `${formatAt(point.at)}: ${values.join(', ')}`;
  };

  return (
    <div ref={frame} className="relative">
      <p aria-hidden className="h-5 truncate text-end text-13 text-ink tabular-nums print:hidden">
        {readAt !== undefined && told(readAt)}
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={typeof title === 'string' ? title : series.join(', ')}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(readAt ?? points.length - 1) + 1}
        aria-valuetext={told(readAt ?? points.length - 1)}
        {...focusHandlers}
      >
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width="100%"
          height={height}
          aria-hidden
          className="block"
          {...pointerHandlers}
        >
          <Axes scales={scales} points={points} formatAxis={formatAxis} formatTick={formatTick} />
          {kind === 'bars' ? (
            <Bars scales={scales} series={series} points={points} />
          ) : (
            <Lines scales={scales} series={series} points={points} />
          )}
          {readAt !== undefined && (
            <g className="text-cut">
              <path
                d={`M${xOf(readAt)} ${scales.top}V${scales.bottom}`}
                stroke="currentColor"
                strokeWidth={1.5}
                strokeDasharray="7 6"
              />
              {kind === 'line' &&
                points[readAt]?.values.map((value, each) => (
                  <circle key={series[each]} cx={xOf(readAt)} cy={y(value)} r={3.5} fill="currentColor" />
                ))}
            </g>
          )}
        </svg>
      </div>
      {series.length > 1 && (
        <ul aria-hidden className="flex flex-wrap gap-x-4 text-12 text-soft">
          {series.map((name, each) => (
            <li key={name} className="flex items-center gap-1.5">
              <svg width="10" height="10" className={tones[kind][each]}>
                <rect width="10" height="10" rx="2" fill="currentColor" />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ValueTable({ title, series, points, formatValue, formatAt, labels }: TimeChartProps) {
  return (
    <Table caption={title} captionHidden className="max-h-60">
      <TableHead>
        <TableRow>
          <TableHeader>{labels.at}</TableHeader>
          {series.map((name) => (
            <TableHeader key={name} numeric>
              {name}
            </TableHeader>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {points.map(({ at, values }) => (
          <TableRow key={at.getTime()}>
            <TableHeader scope="row">{formatAt(at)}</TableHeader>
            {series.map((name, each) => (
              <TableCell key={name} numeric>
                {formatValue(values[each] ?? 0)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
