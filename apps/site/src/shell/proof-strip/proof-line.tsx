export interface ProofLineProps {
  /** Number of requests that sent something. */
  breaks: number;
  /** `sealed`: the line is solid, because nothing can pass it. */
  state?: 'open' | 'sealed';
}

/** Greatest number of breaks that are drawn. More would leave nothing of the line; the strip states the number. */
const maxBreaks = 12;
/** Half of the width of a break, in percent of the line. */
const halfBreak = 1.5;

/** The cut line along the upper edge of the strip. It breaks once for each request that sent something, in order. */
export function ProofLine({ breaks, state = 'open' }: ProofLineProps) {
  const drawn = Math.min(breaks, maxBreaks);
  const middles = Array.from({ length: drawn }, (_, index) => ((index + 1) * 100) / (drawn + 1));
  const starts = [0, ...middles.map((middle) => middle + halfBreak)];
  const ends = [...middles.map((middle) => middle - halfBreak), 100];
  const stroke = 'stroke-cut [stroke-width:1.5px]';
  return (
    <svg
      aria-hidden
      data-slot="proof-line"
      data-state={state}
      className="pointer-events-none absolute inset-x-0 top-0 w-full overflow-visible"
      height="1"
    >
      {starts.map((start, index) => (
        <line
          key={start}
          x1={`${start}%`}
          x2={`${ends[index]}%`}
          className={state === 'open' ? `${stroke} [stroke-dasharray:7px_6px]` : stroke}
        />
      ))}
      {/* The two ends of each break are bent outwards, so that it is not taken for a gap between two dashes. */}
      {middles.flatMap((middle) =>
        [-halfBreak, halfBreak].map((side) => (
          <line
            key={middle + side}
            x1={`${middle + side}%`}
            x2={`${middle + side}%`}
            y1={-4}
            y2={4}
            className={stroke}
          />
        )),
      )}
    </svg>
  );
}
