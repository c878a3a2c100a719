import type { RenderedSet } from '../catalogue/set.ts';
import { readWords, type SentencePart } from '../words/read-words.ts';
import { conceptsOfSet, materialOf } from './concepts-of-set.ts';
import { type FittedSet, fitSet } from './fit-set.ts';
import { isThing, type Wish, wishesOf } from './wishes.ts';

/** Sets for a sentence, and what the sentence asked for. */
export interface SetSearch {
  /** Sets that show something of the sentence, the best first. */
  readonly sets: readonly FittedSet[];
  /** Parts of the sentence that name something, or that are unknown. The sets' `shown` are indexes of them. */
  readonly parts: readonly SentencePart[];
}

/**
 * Finds sets for a sentence in any of eight languages.
 * @param count Largest number of sets. As far as the words leave it open, they differ in kind, material, time and
 *   colour.
 * @param passed Ids of sets that were shown before. They are found again only when there are no others.
 *
 * @example
 * findSets(await loadSets(), 'ein Holztisch am Fenster, morgens', 4).sets[0]?.set.id; // 'oak-table-window'
 */
export function findSets(
  catalogue: readonly RenderedSet[],
  sentence: string,
  count: number,
  passed: ReadonlySet<string> = new Set(),
): SetSearch {
  const parts = readWords(sentence);
  const wishes = wishesOf(parts);
  const fitted = catalogue.map((set) => fitSet(set, wishes)).filter((each) => isAbout(each, wishes));
  const fresh = fitted.filter(({ set }) => !passed.has(set.id));
  const sets = diverse(fresh.length > 0 ? fresh : fitted, count);
  return { sets, parts };
}

/**
 * Returns whether a set shows enough of what the sentence names. Light alone makes only a plain set fit, unless the
 * sentence names nothing else.
 */
function isAbout({ set, shown, thingShare, score }: FittedSet, wishes: readonly Wish[]): boolean {
  if (wishes.some(isThing)) return thingShare >= 0.3;
  return shown.length > 0 && (set.kind === 'studio' || set.kind === 'podium' || score >= 0.5);
}

/** Costs of a result that resembles an earlier one. */
const sameness = { kind: 0.25, material: 0.2, time: 0.1, color: 0.1 };

/** Chooses the sets that show most of the named things, and among equals those that differ. */
function diverse(fitted: readonly FittedSet[], count: number): readonly FittedSet[] {
  const chosen: FittedSet[] = [];
  const left = fitted.toSorted((a, b) => b.things - a.things || b.score - a.score || (a.set.id < b.set.id ? -1 : 1));
  while (chosen.length < count && left.length > 0) {
    const most = left[0]?.things;
    const values = left
      .filter(({ things }) => things === most)
      .map((each) => each.score - chosen.reduce((sum, other) => sum + likeness(each, other), 0));
    chosen.push(...left.splice(values.indexOf(Math.max(...values)), 1));
  }
  return chosen;
}

function likeness({ set: one }: FittedSet, { set: other }: FittedSet): number {
  return (
    (one.kind === other.kind ? sameness.kind : 0) +
    (materialOf(one) === materialOf(other) ? sameness.material : 0) +
    (one.time === other.time ? sameness.time : 0) +
    (one.colors[0] === other.colors[0] ? sameness.color : 0)
  );
}

/** Finds sets that resemble one: the same kind, material, time and colours count, and then the tags. */
export function findAlike(catalogue: readonly RenderedSet[], sentence: string, id: string, count: number): SetSearch {
  const parts = readWords(sentence);
  const wishes = wishesOf(parts);
  const liked = catalogue.find((set) => set.id === id);
  if (!liked) return { sets: [], parts };
  const concepts = conceptsOfSet(liked);
  const nearness = (each: FittedSet) => {
    const own = conceptsOfSet(each.set);
    const shared = [...own].filter((concept) => concepts.has(concept)).length;
    return (
      likeness(each, fitSet(liked, wishes)) + shared / Math.max(1, own.size + concepts.size - shared) + each.score * 0.3
    );
  };
  const sets = catalogue
    .filter((set) => set.id !== id)
    .map((set) => fitSet(set, wishes))
    .map((each) => ({ each, near: nearness(each) }))
    .toSorted((a, b) => b.near - a.near || (a.each.set.id < b.each.set.id ? -1 : 1))
    .slice(0, count)
    .map(({ each }) => each);
  return { sets, parts };
}
