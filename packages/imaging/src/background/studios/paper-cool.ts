import { sweep } from './sweep.ts';

/** Pale grey paper, lit from above, with a second lamp on the wall behind. */
export const paperCool = sweep(
  '#e2e7ec',
  [
    { x: 0.3, y: 2.9, z: 1.5, power: 5, color: [0.97, 0.985, 1] },
    { x: 0.1, y: 1.0, z: 2.35, power: 0.42, color: [1, 1, 1] },
  ],
  0.4,
);
