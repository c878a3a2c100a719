/** Shape of a flag: its fill and its path, in a box of 18 × 12. */
type Shape = readonly [fill: string, path: string];

const box = 'M0 0H18V12H0Z';
const star = (x: number, y: number, r: number) =>
  `M${Array.from({ length: 10 }, (_, at) => {
    const [angle, radius] = [(at * Math.PI) / 5, at % 2 === 0 ? r : r * 0.4];
    return `${(x + radius * Math.sin(angle)).toFixed(2)} ${(y - radius * Math.cos(angle)).toFixed(2)}`;
  }).join('L')}Z`;
const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
/** Horizontal stripes of equal height, or with the given weights. */
const rows = (colors: readonly string[], weights: readonly number[] = colors.map(() => 1)): readonly Shape[] => {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const top = (at: number) => (weights.slice(0, at).reduce((total, weight) => total + weight, 0) / sum) * 12;
  return colors.map((color, at) => [color, `M0 ${top(at)}H18V${top(at + 1)}H0Z`]);
};
const columns = (colors: readonly string[]): readonly Shape[] =>
  colors.map((color, at) => [
    color,
    `M${(at / colors.length) * 18} 0h${18 / colors.length}V12h${-18 / colors.length}Z`,
  ]);

const [white, black, red, navy, gold, green] = ['#fff', '#1a1a1a', '#d22630', '#012169', '#fcd116', '#00843d'];

/** Union Jack in the upper left part, as wide as `w`. */
const union = (w: number): readonly Shape[] => {
  const h = (w / 3) * 2;
  return [
    [navy, `M0 0H${w}V${h}H0Z`],
    [
      white,
      `M0 0h${w * 0.12}L${w} ${h * 0.9}V${h}h${-w * 0.12}L0 ${h * 0.1}ZM${w} 0h${-w * 0.12}L0 ${h * 0.9}V${h}h${w * 0.12}L${w} ${h * 0.1}Z`,
    ],
    [white, `M${w * 0.4} 0h${w * 0.2}V${h}h${-w * 0.2}ZM0 ${h * 0.34}H${w}v${h * 0.32}H0Z`],
    [red, `M${w * 0.44} 0h${w * 0.12}V${h}h${-w * 0.12}ZM0 ${h * 0.4}H${w}v${h * 0.2}H0Z`],
  ];
};
const southernCross = (color: string): readonly Shape[] =>
  [
    [13.5, 2.5],
    [15.8, 5],
    [11.6, 5.2],
    [13.5, 9.6],
  ].map(([x = 0, y = 0]) => [color, star(x, y, 1.2)]);
const crescent = (x: number, y: number, r: number, color: string, field: string): readonly Shape[] => [
  [color, disc(x, y, r)],
  [field, disc(x + r * 0.35, y, r * 0.8)],
];

/** Flags in simple shapes, because some systems have no flags among their letters. */
const flags: Readonly<Record<string, readonly Shape[]>> = {
  AE: [...rows([green, white, black]), [red, 'M0 0H4.5V12H0Z']],
  AU: [[navy, box], ...union(9), ...southernCross(white), [white, star(4.5, 9, 1.6)]],
  BR: [
    ['#009739', box],
    ['#fedd00', 'M9 1.2L16.6 6L9 10.8L1.4 6Z'],
    [navy, disc(9, 6, 2.5)],
  ],
  CA: [
    [white, box],
    [red, 'M0 0H4.5V12H0ZM13.5 0H18V12H13.5Z'],
    [
      red,
      'M9 2L9.8 3.6L11 3.2L10.7 5.4L12 5L11.6 6.4L12.2 7L9.4 8.6V10H8.6V8.6L5.8 7L6.4 6.4L6 5L7.3 5.4L7 3.2L8.2 3.6Z',
    ],
  ],
  CN: [
    ['#de2910', box],
    [gold, star(3.4, 3.4, 2)],
    ...[
      [6.8, 1.4],
      [8.2, 2.8],
      [8.2, 4.7],
      [6.8, 6],
    ].map(([x = 0, y = 0]): Shape => [gold, star(x, y, 0.7)]),
  ],
  CO: rows([gold, '#003893', red], [2, 1, 1]),
  DE: rows([black, '#dd0000', '#ffce00']),
  EE: rows(['#0072ce', black, white]),
  EG: [...rows([red, white, black]), ['#c09300', disc(9, 6, 1.3)]],
  ES: rows(['#aa151b', '#f1bf00', '#aa151b'], [1, 2, 1]),
  EU: [
    ['#003399', box],
    ...Array.from({ length: 12 }, (_, at): Shape => [
      '#ffcc00',
      star(9 + 4 * Math.sin((at * Math.PI) / 6), 6 - 4 * Math.cos((at * Math.PI) / 6), 0.8),
    ]),
  ],
  FR: columns(['#002395', white, '#ed2939']),
  GB: union(18),
  GR: [
    ...rows(['#0d5eaf', white, '#0d5eaf', white, '#0d5eaf', white, '#0d5eaf', white, '#0d5eaf']),
    ['#0d5eaf', 'M0 0H6.67V6.67H0Z'],
    [white, 'M2.67 0H4V6.67H2.67ZM0 2.67H6.67V4H0Z'],
  ],
  HK: [
    ['#de2910', box],
    ...Array.from({ length: 5 }, (_, at): Shape => [
      white,
      disc(9 + 1.9 * Math.sin((at * Math.PI) / 2.5), 6 - 1.9 * Math.cos((at * Math.PI) / 2.5), 1),
    ]),
  ],
  ID: rows(['#ce1126', white]),
  IN: [...rows(['#ff9933', white, '#138808']), ['#000080', `${disc(9, 6, 1.6)}${disc(9, 6, 1.1)}`]],
  JP: [
    [white, box],
    ['#bc002d', disc(9, 6, 3.5)],
  ],
  KR: [
    [white, box],
    ['#cd2e3a', 'M6 6a3 3 0 0 1 6 0Z'],
    ['#0047a0', 'M6 6a3 3 0 0 0 6 0Z'],
    ['#cd2e3a', disc(7.5, 6, 1.5)],
    ['#0047a0', disc(10.5, 6, 1.5)],
    [
      black,
      'M2.4 3.4L4 1.2L5 2L3.4 4.2ZM15.6 8.6L14 10.8L13 10L14.6 7.8ZM15.6 3.4L14 1.2L13 2L14.6 4.2ZM2.4 8.6L4 10.8L5 10L3.4 7.8Z',
    ],
  ],
  KW: [...rows(['#007a3d', white, '#ce1126']), [black, 'M0 0L5 4V8L0 12Z']],
  MY: [
    ...rows(Array.from({ length: 14 }, (_, at) => (at % 2 ? white : '#cc0001'))),
    ['#010066', 'M0 0H9V6.86H0Z'],
    ...crescent(3.4, 3.4, 2.2, '#ffcc00', '#010066'),
    ['#ffcc00', star(6, 3.4, 1.5)],
  ],
  NL: rows(['#ae1c28', white, '#21468b']),
  NZ: [[navy, box], ...union(9), ...southernCross(red)],
  RU: rows([white, '#0039a6', '#d52b1e']),
  SA: [
    ['#165d31', box],
    [white, 'M4.5 3.2H13.5V5.6H4.5ZM4.5 8H12.6V7.4H13.4V9.2H12.6V8.6H4.5Z'],
  ],
  SG: [...rows(['#ed2939', white]), ...crescent(4, 3, 2.1, white, '#ed2939'), [white, disc(5.6, 3, 0.8)]],
  TR: [['#e30a17', box], ...crescent(6.4, 6, 3, white, '#e30a17'), [white, star(10.6, 6, 1.6)]],
  US: [
    ...rows(Array.from({ length: 13 }, (_, at) => (at % 2 ? white : '#b22234'))),
    ['#3c3b6e', 'M0 0H7.6V6.46H0Z'],
    ...[
      [1.5, 1.3],
      [3.8, 1.3],
      [6.1, 1.3],
      [2.6, 3.2],
      [5, 3.2],
      [1.5, 5.1],
      [3.8, 5.1],
      [6.1, 5.1],
    ].map(([x = 0, y = 0]): Shape => [white, disc(x, y, 0.5)]),
  ],
  VN: [
    ['#da251d', box],
    ['#ffff00', star(9, 6, 3.4)],
  ],
};

/** Draws the flag of a country, as a decoration next to its name. Nothing is drawn for an unknown country. */
export function CountryFlag({ country }: { country: string }) {
  const shapes = flags[country];
  if (!shapes) return null;
  return (
    <svg aria-hidden viewBox="0 0 18 12" width="18" height="12" className="flex-none">
      {shapes.map(([fill, path]) => (
        <path key={`${fill} ${path}`} fill={fill} fillRule="evenodd" d={path} />
      ))}
      <path d={box} fill="none" className="stroke-line-strong" />
    </svg>
  );
}
