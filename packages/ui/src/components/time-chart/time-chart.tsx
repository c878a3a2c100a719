import { scaleBand, scaleLinear, scaleUtc } from '@visx/scale';
import { AreaClosed, Bar, LinePath } from '@visx/shape';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Skeleton } from '../skeleton/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../table/table.tsx';

export interface TimePoint {
  /** Time of the point. Points are in order and evenly spaced. */
  at: Date;
  /** One whole number per series, such as a count or an amount in cents. */
  values: readonly number[];
}

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

const height = 176;
const margin = { top: 8, bottom: 22 };
const tickWidth = 84;
/** Series differ in lightness, which remains visible in print and with colour blindness. */
const tones = {
  line: ['text-ink', 'text-neutral-9', 'text-line-strong'],
  bars: ['text-faint', 'text-line-strong', 'text-ink'],
};

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
  const [active, setActive] = useState<number>();
  const readAt = active !== undefined && active < points.length ? active : undefined;
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
  const told = (at: number) => {
    const point = points[at];
    if (!point) return '';
    const values = point.values.map((value, index) =>
      series.length > 1 ? `${series[index]} ${formatValue(value)}` : formatValue(value),
    );
    return `${formatAt(point.at)}: ${values.join(', ')}`;
  };

  const move = (event: KeyboardEvent) => {
    const last = points.length - 1;
    const from = readAt ?? last;
    const to = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      Home: 0,
      End: last,
    };
    const next = to[event.key as keyof typeof to] as number | undefined;
    if (next === undefined) return;
    event.preventDefault();
    setActive(Math.min(last, Math.max(0, next)));
  };
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const distances = points.map((_, at) => Math.abs(xOf(at) - x));
    setActive(distances.indexOf(Math.min(...distances)));
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
        onKeyDown={move}
        onFocus={() => setActive((at) => at ?? points.length - 1)}
        onBlur={() => setActive(undefined)}
      >
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width="100%"
          height={height}
          aria-hidden
          className="block"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setActive(undefined)}
        >
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
          {kind === 'bars'
            ? points.map(({ at, values }, index) =>
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
                      className={tones[kind][each] ?? ''}
                    />
                  );
                }),
              )
            : series.map((name, each) => {
                const at = points.map((point, index) => [xOf(index), y(point.values[each] ?? 0)] as const);
                return (
                  <g key={name} className={tones[kind][each]}>
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
                    {at.length === 1 &&
                      at.map(([x, top]) => <circle key={x} cx={x} cy={top} r={3} fill="currentColor" />)}
                  </g>
                );
              })}
          {readAt !== undefined && (
            <g className="text-cut">
              <path
                d={`M${xOf(readAt)} ${margin.top}V${bottom}`}
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

/**
 * Estimates the width of a text on the axes in pixels: 7 per letter at 12 px, and 12 per Han, kana or Hangul character.
 */
function widthOf(text: string): number {
  return text.length * 7 + (text.match(squareLetters)?.length ?? 0) * 5;
}

const squareLetters = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Returns the width of an element in pixels, at least 160; 640 until it is measured. */
function useWidth(ref: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setWidth(Math.max(160, element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
