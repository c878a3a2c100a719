import type { StageView } from './stage-view.ts';

export interface RulerProps {
  view: StageView;
  widthMm: number;
  heightMm: number;
}

const minTickGapPx = 4;

/** Rulers in millimetres of the print, along the photo's left and lower edges. Both start at their common corner. */
export function Ruler({ view, widthMm, heightMm }: RulerProps) {
  const pxPerMm = view.height / heightMm;
  const everyMm = pxPerMm >= minTickGapPx ? 1 : 5;
  const [left, bottom] = [view.left - 6, view.top + view.height + 6];
  const up = ticks(heightMm, everyMm).map((mm) => ({ mm, at: view.top + view.height - mm * pxPerMm }));
  const across = ticks(widthMm, everyMm).map((mm) => ({ mm, at: view.left + (mm * view.width) / widthMm }));
  return (
    <g aria-hidden className="pointer-events-none text-[10px] tabular-nums select-none">
      <path
        d={[
          ...up.map(({ mm, at }) => `M${left} ${at}h${-lengthOf(mm)}`),
          ...across.map(({ mm, at }) => `M${at} ${bottom}v${lengthOf(mm)}`),
        ].join('')}
        className="fill-none stroke-control"
      />
      {up
        .filter(({ mm }) => mm % 10 === 0)
        .map(({ mm, at }) => (
          <text key={mm} x={left - 13} y={at} textAnchor="end" dominantBaseline="central" className="fill-soft">
            {mm}
          </text>
        ))}
      {across
        .filter(({ mm }) => mm % 10 === 0)
        .map(({ mm, at }) => (
          <text key={mm} x={at} y={bottom + 20} textAnchor="middle" className="fill-soft">
            {mm}
          </text>
        ))}
    </g>
  );
}

function ticks(lengthMm: number, everyMm: number): readonly number[] {
  return Array.from({ length: Math.floor(lengthMm / everyMm) + 1 }, (_, at) => at * everyMm);
}

function lengthOf(mm: number): number {
  if (mm % 10 === 0) return 10;
  return mm % 5 === 0 ? 7 : 4;
}
