import { add, convolution, end, maxPool, resize, type Sketch, stem } from './made-up-network.ts';
import type { Random } from './random.ts';

interface Tensor {
  readonly name: string;
  readonly channels: number;
  readonly level: number;
}

const deepest = 5;

/** Returns a random sketch of a network whose steps fit together. */
export function randomSketch(random: Random, steps: number): Sketch[] {
  const first: Tensor = { name: 'stem', channels: random.pick([16, 32]), level: 1 };
  const sketch: Sketch[] = [stem(first.name, first.channels, random.number() < 0.5)];
  const tensors = [first];
  let names = 0;
  const named = (kind: string) => `${kind}-${(names += 1)}`;

  /** Returns the name of the tensor at this level, adding a resize step if the level differs, and sometimes otherwise. */
  const broughtTo = (level: number, tensor: Tensor): string => {
    if (tensor.level === level && random.number() < 0.9) return tensor.name;
    const to = named('resize');
    sketch.push(resize(tensor.name, to, level));
    return to;
  };

  const convolve = (level: number, from: readonly Tensor[], outputs: number): Tensor => {
    const to: Tensor = { name: named('convolution'), channels: outputs, level };
    const names = from.map((tensor) => broughtTo(level, tensor));
    const dilation = random.pick([1, 1, 1, 2, 4, 8] as const);
    sketch.push(convolution(names, to.name, outputs, { dilation, relu: random.number() < 0.8 }));
    tensors.push(to);
    return to;
  };

  // The latest tensor is chosen more often than others, so that the network gets deep.
  const anyTensor = () => (random.number() < 0.5 ? (tensors.at(-1) ?? first) : random.pick(tensors));
  for (let step = 0; step < steps; step += 1) {
    const from = anyTensor();
    const outputs = random.pick([8, 16, 24, 40]);
    const kind = random.number();
    if (kind < 0.2 && from.level < deepest) {
      const to: Tensor = { name: named('pool'), channels: from.channels, level: from.level + 1 };
      sketch.push(maxPool(from.name, to.name));
      tensors.push(to);
    } else if (kind < 0.4) {
      const level = random.integer(0, deepest);
      convolve(level, [from, random.pick(tensors)], outputs);
    } else if (kind < 0.65) {
      // The sum of a convolution's result and an earlier tensor, in either order.
      const residual = random.pick(tensors);
      const made = convolve(residual.level, [from], residual.channels);
      tensors.pop();
      const to: Tensor = { ...made, name: named('sum') };
      const [one, other] = random.number() < 0.5 ? [made, residual] : [residual, made];
      sketch.push(add(one.name, other.name, to.name));
      tensors.push(to);
    } else {
      convolve(from.level, [from], outputs);
    }
  }
  return [...sketch, ...end((tensors.at(-1) ?? first).name)];
}
