/** A check of one option: a description of the valid values and the test for them. */
export interface Rule {
  readonly must: string;
  readonly isMet: (value: unknown) => boolean;
}

/**
 * Checks options against rules. An option that is undefined counts as absent.
 * @throws {TypeError} for an unknown option. {RangeError} for an invalid value.
 */
export function check(options: object, rules: Readonly<Record<string, Rule>>, prefix = ''): void {
  // Callers without types may pass anything.
  if (typeof options !== 'object' || !(options as unknown))
    throw new TypeError(`${inWords(options)} is no object of options`);
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (!rule) {
      const known = nearest(name, Object.keys(rules));
      throw new TypeError(
        `there is no option ${prefix}${name}${known === undefined ? '' : `: did you mean ${prefix}${known}?`}`,
      );
    }
    if (value !== undefined && !rule.isMet(value)) {
      throw new RangeError(`${prefix}${name} is ${inWords(value)}, and must be ${rule.must}`);
    }
  }
}

export function oneOf(...known: readonly string[]): Rule {
  return { must: `one of ${known.join(', ')}`, isMet: (value) => known.some((each) => each === value) };
}

export function listOf(...known: readonly string[]): Rule {
  return {
    must: `a list of ${known.join(', ')}`,
    isMet: (value) => Array.isArray(value) && value.every((each) => known.some((one) => one === each)),
  };
}

/** Checks an object's class by its tag, which also works for objects of another frame. */
export function hasTag(value: unknown, tag: string): boolean {
  return Object.prototype.toString.call(value) === `[object ${tag}]`;
}

function inWords(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null || hasTag(value, 'URL')) return String(value);
  return JSON.stringify(value);
}

/** Returns the known name with the smallest edit distance, if that is at most a third of its length or two letters. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((each) => ({ each, distance: distanceBetween(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ each, distance }) => distance <= Math.max(2, each.length / 3))
    .toSorted((one, other) => one.distance - other.distance);
  return best?.each;
}

/** Returns the Levenshtein distance. */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
