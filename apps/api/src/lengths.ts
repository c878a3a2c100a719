import * as z from 'zod';

import type { Length } from './removal-request.ts';

/** Largest number of characters of a list. Splitting a text of many megabytes would stop the server. */
const maxCharacters = 200;
const lengthPattern = /^(\d{1,6}(?:\.\d{1,4})?)(px|%)$/;

/** Parses lengths separated by white space. @returns undefined when one of them is invalid. */
export function parseLengths(text: string, isUnitNeeded = true): readonly Length[] | undefined {
  const lengths: Length[] = [];
  for (const each of text.trim().split(/\s+/)) {
    const [, value, unit] = (!isUnitNeeded && each === '0' ? '0px' : each).match(lengthPattern) ?? [];
    if (value === undefined) return undefined;
    lengths.push({ value: Number(value), unit: unit === '%' ? '%' : 'px' });
  }
  return lengths;
}

/** Schema of lengths separated by white space. The count must be one of `counts`. */
export function lengths(counts: readonly number[], isUnitNeeded = true) {
  return z
    .string()
    .max(maxCharacters)
    .transform((text, context): readonly Length[] => {
      const found = parseLengths(text, isUnitNeeded);
      if (found && counts.includes(found.length)) return found;
      context.addIssue(`expected ${counts.join(', ')} lengths such as 10px or 10%`);
      return z.NEVER;
    });
}

/** Converts a length to pixels. @param sidePx side of the image that percentages refer to. */
export function pixelsOf({ value, unit }: Length, sidePx: number): number {
  return unit === '%' ? (value / 100) * sidePx : value;
}
