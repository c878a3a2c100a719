/** @module-tag long */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { assembleOnnx } from '../src/inference/assemble-onnx.ts';
import { normalise } from '../src/inference/normalise.ts';
import { greatestDifference, spreadOf } from '../test/greatest-difference.ts';
import { isnetSketch } from '../test/isnet-sketch.ts';
import { kernelBuilds } from '../test/kernel-module.ts';
import { madeUpNetwork } from '../test/made-up-network.ts';
import { openOnnxOracle } from '../test/onnx-oracle.ts';
import { openEngine } from '../test/open-engine.ts';
import { randomPixels } from '../test/picture-bytes.ts';
import { createRandom } from '../test/random.ts';
import { type CatalogueRow, readCatalogue } from './catalogue.ts';
import { extractNetwork } from './extract-network.ts';
import { quantise } from './quantise.ts';
import { readModel } from './read-model.ts';
import { type OnnxGraph, type OnnxNode, type OnnxTensor, readOnnx } from './read-onnx.ts';

const guide = readFileSync(new URL('../docs/models.md', import.meta.url), 'utf8');
const made = madeUpNetwork(isnetSketch(8), 1, 'float32');
const size = { widthPx: 64, heightPx: 64 };
const shapeOf = (step: object) => ['kind', 'stride', 'dilation', 'relu', 'level'].map((key) => Reflect.get(step, key));

// The long timeout is for reading 88 MB.
test('the made-up network has the graph of the shipped weights', async () => {
  const [row] = readCatalogue().models;
  if (!row) throw new Error('the catalogue is empty');
  const shipped = extractNetwork(readOnnx(await readModel(row))).network;
  expect(made.network.steps.map(shapeOf)).toEqual(shipped.steps.map(shapeOf));
});

test.each([
  // The formulas are those of the projects' own code.
  ['ormbg', (value: number) => value / 255],
  ['isnet-anime', (value: number) => value / 255],
  ['rmbg-1-4', (value: number) => value / 255 - 0.5],
])('the documented row of %s converts the graph and prepares images as the model’s own code', async (id, prepare) => {
  const row = documentedRow(id);
  const pixels = randomPixels(size, createRandom(1));
  const reds = pixels.filter((_, index) => index % 4 === 0);
  expect(
    greatestDifference(normalise(pixels, row.input).slice(0, reds.length), Array.from(reds, prepare)),
  ).toBeLessThan(1e-6);

  const converted = quantise(extractNetwork(exportedGraph(row)));
  expect(converted.network.steps.map(shapeOf)).toEqual(made.network.steps.map(shapeOf));
  const oracle = await openOnnxOracle(converted, row.input);
  const answer = await oracle.mask(pixels, size);
  await oracle.release();
  expect(spreadOf(answer)).toBeGreaterThan(0.01);
  const [build] = kernelBuilds;
  if (!build) throw new Error('there are no kernels');
  const engine = await openEngine(converted, row.input, build);
  const { mask } = await engine.run(pixels, size, { signal: new AbortController().signal });
  expect(greatestDifference(mask, answer)).toBeLessThan(1e-4);
});

/** Returns the guide's row, as the command reads it. Hash and size of the file are placeholders in the guide. */
function documentedRow(id: string): CatalogueRow {
  const blocks = Array.from(
    guide.matchAll(/```json\n([^]*?)```/g),
    ([, json = '']) => JSON.parse(json) as CatalogueRow,
  );
  const row = blocks.find((block) => block.id === id);
  if (!row) throw new Error(`the guide has no row ${id}`);
  const folder = mkdtempSync(join(tmpdir(), 'isola-same-graph-'));
  const file = join(folder, 'catalogue.json');
  writeFileSync(file, JSON.stringify({ default: id, models: [{ ...row, sha256: '0'.repeat(64), sizeBytes: 1 }] }));
  const [read] = readCatalogue(file).models;
  rmSync(folder, { recursive: true });
  if (!read) throw new Error('the catalogue is empty');
  return read;
}

/** Returns the made-up network as PyTorch exports it: for one size, whose enlargements have constant sizes. */
function exportedGraph({ input, output }: CatalogueRow): OnnxGraph {
  const graph = readOnnx(assembleOnnx(made.network, made.weights, { input: input.name, output: output.name }));
  const levels = made.network.steps.flatMap((step) => (step.kind === 'resize' ? [step.level] : []));
  const initialisers = new Map(graph.initialisers);
  for (const level of new Set(levels)) initialisers.set(`size-${level}`, sizeTensor(input.heightPx / 2 ** level));
  const nodes = graph.nodes.map((node): OnnxNode => {
    if (node.operator !== 'Resize') return node;
    return { ...node, inputs: [node.inputs[0] ?? '', '', '', `size-${levels.shift()}`] };
  });
  const inputs = [{ name: input.name, dims: [1, 3, input.heightPx, input.widthPx] }];
  return { ...graph, nodes, initialisers, inputs };
}

function sizeTensor(sidePx: number): OnnxTensor {
  const values = BigInt64Array.of(1n, 1n, BigInt(sidePx), BigInt(sidePx));
  return { name: '', dims: [4], dataType: 7, bytes: new Uint8Array(values.buffer) };
}
