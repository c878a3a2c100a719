import { scaleBand, scaleLinear, scaleUtc } from '@visx/scale';
import { AreaClosed, Bar, LinePath } from '@visx/shape';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Skeleton } from '../skeleton/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../table/table.tsx';

export interface TimePoint {
  /** When; points come in order, at even distances. */
  at: Date;
  /** One whole number a series, such as a count or cents. */
  values: readonly number[];
}

export interface TimeChartLabels {
  /** Names the column of times: "Day". */
  at: string;
  /** Opens the table with all values. */
  table: string;
}

export interface TimeChartProps {
  /** The question, as a heading: "Images per day". */
  title: ReactNode;
  /** The level of its heading, to fit the page’s outline. */
  headingLevel?: 2 | 3 | 4;
  /** The answer, with unit and comparison: "128 images, 31 more than last week". */
  summary?: ReactNode;
  /** `line` for what is measured at a time, `bars` for what is counted over one. */
  kind?: 'line' | 'bars';
  /** What the values of each point are, in their order. Bars of several series are stacked. One to three. */
  series: readonly string[];
  /** The values, oldest first. */
  points: readonly TimePoint[];
  /** A value with its unit, as readers of the page write it. */
  formatValue: (value: number) => string;
  /** A value at the axis, short. The same as `formatValue` unless given. */
  formatAxis?: (value: number) => string;
  /** A point's time, in full. */
  formatAt: (at: Date) => string;
  /** A point's time at the axis, short. */
  formatTick: (at: Date) => string;
  /** The words of the chart and of its table. */
  labels: TimeChartLabels;
  /** Whether the values are there. */
  state?: 'ready' | 'loading' | 'failed';
  /** Instead of the plot where there are no points: what will appear, and when. */
  empty: ReactNode;
  /** Instead of the plot where the points did not come. */
  failure?: ReactNode;
  /** Added to its own classes; Tailwind’s later one wins. */
  className?: string;
}

const height = 176;
const margin = { top: 8, bottom: 22 };
const tickWidth = 84;
/** Told apart by lightness, which survives print and colour blindness. */
const tones = {
  line: ['text-ink', 'text-neutral-9', 'text-line-strong'],
  bars: ['text-faint', 'text-line-strong', 'text-ink'],
};

/**
 * Values over time, as a line or as bars. Arrow keys and the pointer read each value; a table below has all of them.
 * Drawn with SVG attributes: it needs no style attribute and no style sheet of its own, and prints as it is.
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

/** About how wide a text of the axes is, in pixels: 7 a letter of 12 px, and 12 where each letter fills a square. */
function widthOf(text: string): number {
  return text.length * 7 + (text.match(squareLetters)?.length ?? 0) * 5;
}

const squareLetters = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** The width of an element in pixels; 640 until it is measured. */
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
