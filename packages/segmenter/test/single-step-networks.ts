import { add, convolution, end, maxPool, resize, type Sketch, stem } from './made-up-network.ts';

/** Sketches steps from the image down to `level`, with 16 channels. Their tensors are named `level-1` to `level-n`. */
const downTo = (level: number): Sketch[] => [
  stem('level-1', 16),
  ...Array.from({ length: level - 1 }, (_, index) => maxPool(`level-${index + 1}`, `level-${index + 2}`)),
];

/**
 * Pairs of numbers of inputs and outputs. The first exceeds a block of 256 inputs. The others are odd multiples of the
 * smallest number that a kernel accepts.
 */
const channels = [
  [264, 256],
  [256, 72],
  [136, 64],
  [64, 128],
  [24, 40],
  [8, 8],
] as const;

/** Networks that each test one kind of step, with as few other steps as possible, by name. */
export const singleStepNetworks: Readonly<Record<string, readonly Sketch[]>> = {
  'a stem of 16': [stem('stem', 16), ...end('stem')],
  'a stem of 64 with ReLU': [stem('stem', 64, true), ...end('stem')],
  'max-pools, six levels deep': [...downTo(6), ...end('level-6')],
  'a convolution at the size of the image': [
    ...downTo(2),
    resize('level-2', 'great', 0),
    convolution(['great'], 'to', 8),
    ...end('to'),
  ],
  'dilation and a source of another level': [
    ...downTo(3),
    resize('level-3', 'great', 1),
    convolution(['great', 'level-1'], 'to', 16, { dilation: 2 }),
    ...end('to'),
  ],
  ...dilated(),
  // Down to the third level, all weights are prepared before their step. Below it, a few are prepared at a time.
  ...convolutionsAt('prepared weights', 1),
  ...convolutionsAt('stored weights', 4),
};

function dilated(): Record<string, Sketch[]> {
  const sketches: Record<string, Sketch[]> = {};
  for (const dilation of [2, 4, 8] as const) {
    for (const level of [1, 3, 5]) {
      const step = convolution([`level-${level}`], 'to', 24, { dilation });
      sketches[`dilation ${dilation} at level ${level}`] = [...downTo(level), step, ...end('to')];
    }
  }
  return sketches;
}

function convolutionsAt(weights: string, level: number): Record<string, Sketch[]> {
  const here = `level-${level}`;
  const sketches: Record<string, Sketch[]> = {};
  const sketch = (name: string, ...steps: Sketch[]) => {
    sketches[`${weights}, ${name}`] = [...downTo(level + 3), ...steps, ...end('to')];
  };
  for (const [inputs, outputs] of channels) {
    sketch(`${inputs} to ${outputs}`, convolution([here], 'wide', inputs), convolution(['wide'], 'to', outputs));
  }
  sketch('no ReLU', convolution([here], 'to', 16, { relu: false }));
  sketch('two sources', convolution([here], 'other', 40), convolution(['other', here], 'to', 16));
  sketch(
    'more than 256 inputs of two sources',
    convolution([here], 'one', 160),
    convolution([here], 'other', 200),
    convolution(['one', 'other'], 'to', 24),
  );
  for (const [one, other] of [
    [1, 0],
    [0, 1],
    [1, 2],
    [3, 0],
  ] as const) {
    sketch(
      `sources that are ${one} and ${other} levels deeper`,
      resize(`level-${level + one}`, 'one', level),
      resize(`level-${level + other}`, 'other', level),
      convolution(['one', 'other'], 'to', 16),
    );
  }
  sketch('a source two levels up', resize(here, 'small', level + 2), convolution(['small'], 'to', 16));
  sketch(
    'a sum written over its residual',
    convolution([here], 'residual', 16),
    convolution(['residual'], 'between', 24),
    convolution(['between'], 'made', 16),
    add('made', 'residual', 'to'),
  );
  sketch(
    'a sum whose residual is read again',
    convolution([here], 'residual', 16),
    convolution(['residual'], 'made', 16),
    add('residual', 'made', 'sum'),
    convolution(['sum', 'residual'], 'to', 16),
  );
  return sketches;
}
