import { sweep } from './sweep.ts';

/** Cream paper, lit by a large lamp from the upper left. */
export const paperWarm = sweep(
  '#f1e2cd',
  [
    { x: -1.5, y: 2.6, z: 0.9, power: 6.2, color: [1, 0.96, 0.9] },
    { x: 2.4, y: 1.6, z: 0.4, power: 1, color: [0.93, 0.96, 1] },
  ],
  0.4,
);
