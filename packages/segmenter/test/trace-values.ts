import type { Size } from '../src/api/size.ts';
import { atLevel } from '../src/engine/at-level.ts';
import type { Network } from '../src/engine/network.ts';

/** Returns the number of a symbolic value. The same words always have the same number. */
export type ValueOf = (...words: readonly (string | number)[]) => number;

/** Creates the numbers of the symbolic values of a trace. */
export function createValues(): ValueOf {
  const names = new Map<string, number>();
  return (...words) => {
    const name = words.join(' ');
    const value = names.get(name) ?? names.size;
    names.set(name, value);
    return value;
  };
}

/** Returns the symbolic value of the network's result, computed from its steps. */
export function valueOfNetwork(network: Network, size: Size, valueOf: ValueOf): number {
  const values = new Map([['image', valueOf('image')]]);
  const levels = new Map([['image', 0]]);
  const known = <T>(map: ReadonlyMap<string, T>, tensor: string): T => {
    const value = map.get(tensor);
    if (value === undefined) throw new Error(`no step computes ‘${tensor}’`);
    return value;
  };
  let last = 0;
  for (const step of network.steps) {
    const [first = ''] = [step.from].flat();
    const level = known(levels, first);
    const sources = [step.from].flat().map((tensor) => known(values, tensor));
    const [source = 0, other = 0] = sources;
    switch (step.kind) {
      case 'convolution':
        last = valueOf('convolution', step.to, ...sources);
        levels.set(step.to, step.stride === 2 ? level + 1 : level);
        break;
      case 'max-pool':
        last = valueOf('max-pool', source);
        levels.set(step.to, level + 1);
        break;
      case 'resize':
        last = resized(source, atLevel(size, level), atLevel(size, step.level), valueOf);
        levels.set(step.to, step.level);
        break;
      case 'add':
        last = sumOf(source, other, valueOf);
        levels.set(step.to, level);
        break;
      case 'sigmoid':
        last = valueOf('sigmoid', source);
        break;
      default:
        step satisfies never;
    }
    values.set(step.to, last);
  }
  return last;
}

export function resized(value: number, from: Size, to: Size, valueOf: ValueOf): number {
  if (from.heightPx === to.heightPx && from.widthPx === to.widthPx) return value;
  return valueOf('resized', value, to.heightPx, to.widthPx);
}

export function sumOf(one: number, other: number, valueOf: ValueOf): number {
  return valueOf('sum', Math.min(one, other), Math.max(one, other));
}
