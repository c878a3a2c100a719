import { expect, test } from 'vitest';

import { type Network, parseNetwork } from './network.ts';
import { selfTestNetwork } from './self-test.ts';

const { network } = selfTestNetwork();
type Step = Network['steps'][number];

/** Returns the network with changes in one step, as a faulty build might write it. */
function withStep(to: string, changes: Record<string, unknown>): unknown {
  const steps = network.steps.map((step: Step) => (step.to === to ? { ...step, ...changes } : step));
  // Serialising and parsing drops undefined properties, as in a file.
  return JSON.parse(JSON.stringify({ ...network, steps }));
}

const parse = (value: unknown) => parseNetwork(value, network.sizeBytes, 'model.json');

test('accepts a network whose arrays all lie within the model, unchanged', () => {
  expect(parse(JSON.parse(JSON.stringify(network)))).toEqual(network);
});

const end = network.sizeBytes;

test.each<[string, unknown, string]>([
  ['int8 weights without scales', withStep('wide', { scalesAt: undefined }), 'scalesAt'],
  [
    'weights that reach beyond the end of the model',
    withStep('wide', { weightsAt: end - 16 }),
    'weights of ‘wide’, 2304 bytes',
  ],
  [
    'scales that reach beyond the end of the model',
    withStep('wide', { scalesAt: end - 48 }),
    'scales of ‘wide’, 64 bytes',
  ],
  [
    'biases that reach beyond the end of the model',
    withStep('wide', { biasAt: end - 48 }),
    'biases of ‘wide’, 64 bytes',
  ],
  [
    'float32 weights that reach beyond the end of the model',
    withStep('wide', { precision: 'float32', weightsAt: end - 4096 }),
    '9216 bytes',
  ],
  ['more channels than the model has weights for', withStep('wide', { inputs: 1e9 }), 'weights of ‘wide’'],
  [
    'an array at an offset that is not a multiple of 16',
    withStep('wide', { biasAt: 4 }),
    'biases of ‘wide’, 64 bytes at 4, do not begin',
  ],
  ['a negative offset', withStep('wide', { biasAt: -16 }), 'biasAt'],
  ['a level that is too deep', withStep('widened', { level: 2000 }), 'level'],
  ['a size other than the manifest’s', { ...network, sizeBytes: end + 16 }, `${end + 16} bytes`],
  ['a step of an unknown kind', withStep('halved', { kind: 'average-pool' }), 'kind'],
  ['a file that is not JSON', undefined, 'model.json'],
])('rejects %s, naming the fault', (_, value, detail) => {
  expect(() => parse(value)).toThrow(
    expect.objectContaining({ code: 'model-load-failed', detail: expect.stringContaining(detail) }),
  );
});
