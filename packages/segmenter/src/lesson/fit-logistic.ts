/** Examples of a logistic regression. */
export interface Examples {
  /** Number of features of an example. */
  readonly count: number;
  /** The features of each example, all of the same length. */
  readonly features: readonly Float32Array[];
  /** 1 for an example of what is looked for, 0 for any other. */
  readonly labels: readonly (0 | 1)[];
  /** Weight of each example. */
  readonly weights: readonly number[];
}

/** Number of earlier steps from which the curvature is estimated. */
const remembered = 8;
/** Greatest number of steps. Their time is that of twice as many matrix products with the examples. */
const maxSteps = 40;
/** Relative improvement of the loss below which the search ends. */
const minGain = 1e-4;
/** Greatest number of times that a step is halved, and the share of the expected improvement that it must bring. */
const [maxHalvings, minShare] = [12, 1e-4];

/**
 * Finds the logistic regression with the least loss, by L-BFGS.
 * @param penalty weight of the squared weights; the bias is free.
 * @returns a weight for each feature, and the bias as the last number.
 * @see Nocedal & Wright 2006, "Numerical Optimization", algorithms 7.4 and 7.5
 */
export function fitLogistic(examples: Examples, penalty: number): Float64Array {
  let at = new Float64Array(examples.count + 1);
  let gradient = new Float64Array(at.length);
  let loss = lossAt(examples, penalty, at, gradient);
  const steps: Step[] = [];
  for (let step = 0; step < maxSteps; step += 1) {
    const direction = directionOf(gradient, steps);
    const expected = dot(gradient, direction);
    let [length, nextLoss] = [1, Infinity];
    let next = at;
    const nextGradient = new Float64Array(at.length);
    for (let halving = 0; halving < maxHalvings && nextLoss > loss - minShare * length * expected; halving += 1) {
      if (halving > 0) length /= 2;
      next = at.map((value, index) => value - length * (direction[index] ?? 0));
      nextLoss = lossAt(examples, penalty, next, nextGradient);
    }
    if (nextLoss >= loss) break;
    const moved = next.map((value, index) => value - (at[index] ?? 0));
    const bent = nextGradient.map((value, index) => value - (gradient[index] ?? 0));
    if (dot(moved, bent) > 0) steps.push({ moved, bent });
    if (steps.length > remembered) steps.shift();
    const gain = (loss - nextLoss) / loss;
    [at, gradient, loss] = [next, nextGradient, nextLoss];
    if (gain < minGain) break;
  }
  return at;
}

/** A step of the search: how far it moved, and how the gradient changed. */
interface Step {
  readonly moved: Float64Array;
  readonly bent: Float64Array;
}

/** Returns the gradient, multiplied by an estimate of the inverse curvature. */
function directionOf(gradient: Float64Array, steps: readonly Step[]): Float64Array {
  const direction = gradient.slice();
  const factors = steps.map(() => 0);
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    if (!step) continue;
    const factor = dot(step.moved, direction) / dot(step.moved, step.bent);
    factors[index] = factor;
    add(direction, step.bent, -factor);
  }
  const last = steps.at(-1);
  const scale = last ? dot(last.moved, last.bent) / dot(last.bent, last.bent) : 1 / Math.hypot(1, norm(gradient));
  for (let index = 0; index < direction.length; index += 1) direction[index] = (direction[index] ?? 0) * scale;
  for (const [index, { moved, bent }] of steps.entries()) {
    add(direction, moved, (factors[index] ?? 0) - dot(bent, direction) / dot(moved, bent));
  }
  return direction;
}

/** Returns the loss at a point. @param gradient receives the gradient. */
function lossAt(
  { features, labels, weights, count }: Examples,
  penalty: number,
  at: Float64Array,
  gradient: Float64Array,
): number {
  let loss = 0;
  gradient.fill(0);
  for (const [index, own] of features.entries()) {
    let sum = at[count] ?? 0;
    for (let feature = 0; feature < count; feature += 1) sum += (at[feature] ?? 0) * (own[feature] ?? 0);
    const [label, weight] = [labels[index] ?? 0, weights[index] ?? 0];
    const signed = label === 1 ? sum : -sum;
    loss += weight * (signed > 0 ? Math.log1p(Math.exp(-signed)) : Math.log1p(Math.exp(signed)) - signed);
    const error = weight * (1 / (1 + Math.exp(-sum)) - label);
    for (let feature = 0; feature < count; feature += 1)
      gradient[feature] = (gradient[feature] ?? 0) + error * (own[feature] ?? 0);
    gradient[count] = (gradient[count] ?? 0) + error;
  }
  for (let feature = 0; feature < count; feature += 1) {
    const value = at[feature] ?? 0;
    loss += (penalty / 2) * value * value;
    gradient[feature] = (gradient[feature] ?? 0) + penalty * value;
  }
  return loss;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

function norm(vector: Float64Array): number {
  return Math.sqrt(dot(vector, vector));
}

function add(to: Float64Array, vector: Float64Array, factor: number): void {
  for (let index = 0; index < to.length; index += 1) to[index] = (to[index] ?? 0) + factor * (vector[index] ?? 0);
}
