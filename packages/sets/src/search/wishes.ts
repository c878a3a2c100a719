import type { SentencePart } from '../words/read-words.ts';
import type { Meaning } from '../words/vocabulary.ts';
import type { Concept } from '../words/terms.ts';

/** One thing that a sentence asks for. */
export interface Wish {
  /** Index of the part that asks for it. */
  readonly part: number;
  readonly meaning: Meaning;
  /** Share that the wish has in the order of the sets. */
  readonly weight: number;
}

/** Moods and settings. They are worth less than a thing, because a set can have them without being about them. */
export const softConcepts: ReadonlySet<Concept> = new Set([
  'wall',
  'floor',
  'outdoors',
  'sunlight',
  'minimal',
  'rustic',
  'luxury',
  'bokeh',
  'summer',
  'spring',
  'festive',
  'sunset',
]);

/** Places, which count for more than the things in them. */
export const rooms: ReadonlySet<Concept> = new Set([
  'kitchen',
  'living-room',
  'bedroom',
  'bathroom',
  'office',
  'cafe',
  'restaurant',
  'shop',
]);

const weights: Readonly<Record<Exclude<Meaning['of'], 'concept'>, number>> = {
  color: 0.8,
  time: 0.6,
  light: 0.2,
  side: 0.1,
  tone: 0.3,
  mood: 0.1,
  blur: 0,
  warmth: 0,
  place: 0.5,
};

function weightOf(concept: Concept): number {
  return softConcepts.has(concept) ? 0.4 : rooms.has(concept) ? 1.2 : 1;
}

/** Lists what a sentence asks for, in its order. */
export function wishesOf(parts: readonly SentencePart[]): readonly Wish[] {
  return parts.flatMap(({ meanings }, part) =>
    meanings.map((meaning) => ({
      part,
      meaning,
      weight: meaning.of === 'concept' ? weightOf(meaning.is) : weights[meaning.of],
    })),
  );
}

/** Returns whether a wish is about what the picture shows, and not only about its light. */
export function isThing({ meaning: { of } }: Wish): boolean {
  return of === 'concept' || of === 'color' || of === 'place';
}
