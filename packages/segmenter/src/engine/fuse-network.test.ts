import { describe, expect, test } from 'vitest';

import {
  add,
  convolution,
  end,
  madeUpNetwork,
  maxPool,
  resize,
  type Sketch,
  stem,
} from '../../test/made-up-network.ts';
import { SegmenterError } from '../api/errors.ts';
import { fuseNetwork } from './fuse-network.ts';
import type { Convolution, NetworkStep } from './network.ts';

const start: Sketch[] = [stem('stem', 16), maxPool('stem', 'pool')];

/** Returns the fused steps of a network. The step `changed.to` gets the given facts instead of its own. */
function fused(sketch: readonly Sketch[], changed?: { readonly to: string; readonly facts: Partial<Convolution> }) {
  const { network } = madeUpNetwork(sketch);
  const steps = network.steps.map((step) =>
    step.to === changed?.to ? ({ ...step, ...changed.facts } as NetworkStep) : step,
  );
  return fuseNetwork({ ...network, steps }).steps;
}

test('an interpolation is left to the step that reads it, an addition to the convolution that makes its last operand', () => {
  const steps = fused([
    ...start,
    convolution(['pool'], 'deep', 8),
    resize('deep', 'great', 1),
    convolution(['great', 'stem'], 'made', 16),
    add('stem', 'made', 'sum'),
    ...end('sum'),
  ]);
  expect(steps).toMatchObject([
    { kind: 'stem', to: 'stem', level: 1 },
    { kind: 'max-pool', from: 'stem', to: 'pool', level: 2 },
    { kind: 'convolution', from: ['pool'], to: 'deep', level: 2 },
    { kind: 'convolution', from: ['deep', 'stem'], residual: 'stem', to: 'sum', level: 1 },
    { kind: 'side', from: 'sum', to: 'side', level: 1 },
    { kind: 'mask', from: 'side', to: 'mask', level: 0 },
  ]);
});

describe('rejects a step without a kernel and names it:', () => {
  const plain = [...start, convolution(['pool'], 'to', 16), ...end('to')];

  test.each<[string, Sketch[], string, Partial<Convolution>]>([
    ['a stem of stride 1', plain, 'stem', { stride: 1 }],
    ['a stem with dilation', plain, 'stem', { dilation: 2 }],
    ['a stem of int8', plain, 'stem', { precision: 'int8' }],
    ['a stem whose number of outputs is not a multiple of 16', plain, 'stem', { outputs: 24 }],
    ['a stem of two images', plain, 'stem', { from: ['image', 'image'], inputs: 6 }],
    ['a later convolution of stride 2', plain, 'to', { stride: 2 }],
    ['a convolution of float32', plain, 'to', { precision: 'float32' }],
    ['a convolution whose number of outputs is not a multiple of 8', plain, 'to', { outputs: 12 }],
    ['a convolution with more inputs than its source has', plain, 'to', { inputs: 24 }],
    ['a side output of int8', plain, 'side', { precision: 'int8' }],
    ['a side output with dilation', plain, 'side', { dilation: 2 }],
    ['a side output of two sources', plain, 'side', { from: ['to', 'pool'], inputs: 32 }],
  ])('%s', (_, sketch, to, facts) => {
    expect(() => fused(sketch)).not.toThrow();
    expectRefusal(() => fused(sketch, { to, facts }), to);
  });

  // Each network is valid except for one step: a valid end follows.
  test.each<[string, Sketch[], string]>([
    ['a convolution of sources of different levels', [convolution(['stem', 'pool'], 'to', 16)], 'to'],
    ['a convolution of a tensor that no step computes', [convolution(['nothing'], 'to', 16)], 'nothing'],
    ['max pooling of interpolated pixels', [resize('pool', 'great', 1), maxPool('great', 'to')], 'great'],
    ['max pooling of the image', [maxPool('image', 'to')], 'to'],
    ['max pooling of a single channel', [convolution(['pool'], 'one', 1), maxPool('one', 'to')], 'to'],
    ['an interpolation of an interpolation', [resize('pool', 'great', 1), resize('great', 'to', 0)], 'great'],
    ['a side output of interpolated pixels', [resize('pool', 'great', 1), convolution(['great'], 'to', 1)], 'great'],
    ['a sum of two tensors that no convolution computes', [maxPool('stem', 'other'), add('pool', 'other', 'to')], 'to'],
    [
      'a sum with an interpolated tensor',
      [convolution(['stem'], 'made', 16), resize('pool', 'great', 1), add('made', 'great', 'to')],
      'to',
    ],
    ['a sum of tensors of different levels', [convolution(['pool'], 'made', 16), add('made', 'stem', 'to')], 'to'],
    [
      'a sum of tensors with different numbers of channels',
      [convolution(['stem'], 'made', 24), add('made', 'stem', 'to')],
      'to',
    ],
    [
      'a sum whose operands are both used elsewhere',
      [
        convolution(['pool'], 'one', 16),
        convolution(['one'], 'other', 16),
        add('one', 'other', 'to'),
        convolution(['other', 'to'], 'after', 16),
      ],
      'to',
    ],
    [
      'a sum whose convolution runs before the other operand is computed',
      [convolution(['pool'], 'made', 16), maxPool('stem', 'later'), add('made', 'later', 'to')],
      'to',
    ],
    ['a mask of several channels', [resize('pool', 'great', 0), sigmoid('great', 'to')], 'to'],
    ['a mask that is not the picture’s size', [convolution(['pool'], 'one', 1), sigmoid('one', 'to')], 'to'],
  ])('%s', (_, sketch, to) => {
    expectRefusal(() => fused([...start, ...sketch, ...end('pool')]), to);
  });

  test('an end without a mask', () => expectRefusal(() => fused(start), 'pool'));
});

const sigmoid = (from: string, to: string): Sketch => ({ kind: 'sigmoid', from, to });

function expectRefusal(fuse: () => unknown, to: string): void {
  expect(fuse).toThrow(SegmenterError);
  expect(fuse).toThrow(`model-load-failed: the engine has no kernel for the step that computes ‘${to}’`);
}
