import { add, convolution, end, maxPool, resize, type Sketch, stem } from './made-up-network.ts';

/** Convolutional layers of a block: a name, its sources, and their resolution as halvings of the image's size. */
interface Block {
  readonly name: string;
  readonly from: readonly string[];
  readonly level: number;
  readonly middle: number;
  readonly outputs: number;
}

/**
 * Sketches a network with the graph of IS-Net and narrower layers.
 * @param narrowing divisor of the number of channels of each layer. No layer has fewer than 16, which the engine needs.
 * @see Qin et al. 2022, "Highly Accurate Dichotomous Image Segmentation"; Qin et al. 2020, "U²-Net", for the blocks
 */
export function isnetSketch(narrowing: number): Sketch[] {
  const narrow = (channels: number) => Math.max(16, channels / narrowing);
  const encoders = [
    { depth: 7, middle: 32, outputs: 64 },
    { depth: 6, middle: 32, outputs: 128 },
    { depth: 5, middle: 64, outputs: 256 },
    { depth: 4, middle: 128, outputs: 512 },
    { depth: 0, middle: 256, outputs: 512 },
    { depth: 0, middle: 256, outputs: 512 },
  ];
  const decoders = [
    { depth: 0, middle: 256, outputs: 512 },
    { depth: 4, middle: 128, outputs: 256 },
    { depth: 5, middle: 64, outputs: 128 },
    { depth: 6, middle: 32, outputs: 64 },
    { depth: 7, middle: 16, outputs: 64 },
  ];
  const block = (depth: number, facts: Block): Sketch[] => {
    const narrowed = { ...facts, middle: narrow(facts.middle), outputs: narrow(facts.outputs) };
    return depth === 0 ? dilatedBlock(narrowed) : poolingBlock(depth, narrowed);
  };
  const steps = [stem('in', narrow(64))];
  for (const [index, { depth, ...facts }] of encoders.entries()) {
    if (index > 0) steps.push(maxPool(`stage${index}`, `pool${index}`));
    const from = [index === 0 ? 'in' : `pool${index}`];
    steps.push(...block(depth, { name: `stage${index + 1}`, from, level: index + 1, ...facts }));
  }
  let deeper = 'stage6';
  for (const [index, { depth, ...facts }] of decoders.entries()) {
    const level = 5 - index;
    steps.push(resize(deeper, `up${level}`, level));
    deeper = `stage${level}d`;
    steps.push(...block(depth, { name: deeper, from: [`up${level}`, `stage${level}`], level, ...facts }));
  }
  return [...steps, ...end(deeper)];
}

/** Sketches a block that halves the size between its layers and returns to its own size. */
function poolingBlock(depth: number, { name, from, level, middle, outputs }: Block): Sketch[] {
  const at = (layer: number | string) => `${name}.${layer}`;
  const steps = [convolution(from, at('in'), outputs), convolution([at('in')], at(1), middle)];
  for (let layer = 2; layer < depth; layer += 1) {
    steps.push(maxPool(at(layer - 1), at(`${layer}p`)), convolution([at(`${layer}p`)], at(layer), middle));
  }
  steps.push(convolution([at(depth - 1)], at(depth), middle, { dilation: 2 }));
  let deeper = at(depth);
  for (let layer = depth - 1; layer >= 1; layer -= 1) {
    steps.push(convolution([deeper, at(layer)], at(`${layer}d`), layer === 1 ? outputs : middle));
    deeper = at(`${layer}d`);
    if (layer === 1) break;
    steps.push(resize(deeper, at(`${layer}u`), level + layer - 2));
    deeper = at(`${layer}u`);
  }
  return [...steps, add(deeper, at('in'), name)];
}

/** Sketches a block that keeps its size and dilates its layers instead. */
function dilatedBlock({ name, from, middle, outputs }: Block): Sketch[] {
  const at = (layer: number | string) => `${name}.${layer}`;
  return [
    convolution(from, at('in'), outputs),
    convolution([at('in')], at(1), middle),
    convolution([at(1)], at(2), middle, { dilation: 2 }),
    convolution([at(2)], at(3), middle, { dilation: 4 }),
    convolution([at(3)], at(4), middle, { dilation: 8 }),
    convolution([at(4), at(3)], at('3d'), middle, { dilation: 4 }),
    convolution([at('3d'), at(2)], at('2d'), middle, { dilation: 2 }),
    convolution([at('2d'), at(1)], at('1d'), outputs),
    add(at('1d'), at('in'), name),
  ];
}
