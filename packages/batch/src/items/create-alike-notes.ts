import { type Fingerprint, type Relation, relationOf } from '@isola/imaging';

import type { AlikeItems } from '../batch.ts';
import type { BatchEntry } from './batch-entry.ts';
import { commonNameOf } from '../naming/common-name-of.ts';

/** Groups of items that look alike, and the notes about them that the user has dismissed. */
export interface AlikeNotes {
  /** Returns the groups of alike items, without those whose note was dismissed. */
  readonly of: (entries: readonly BatchEntry[]) => readonly AlikeItems[];
  readonly dismiss: (key: string) => void;
  readonly dismissed: () => readonly string[];
  /** Replaces the dismissed notes by those of an earlier visit. */
  readonly restore: (keys: readonly string[]) => void;
}

type Printed = BatchEntry & { readonly fingerprint: Fingerprint };

export function createAlikeNotes(): AlikeNotes {
  let dismissed: ReadonlySet<string> = new Set();
  /** Relations that are known already. A batch publishes its items often, and they change seldom. */
  const known = new WeakMap<Fingerprint, WeakMap<Fingerprint, Relation>>();

  function relate({ fingerprint: one }: Printed, { fingerprint: other }: Printed): Relation {
    const own = known.get(one) ?? new WeakMap<Fingerprint, Relation>();
    known.set(one, own);
    const relation = own.get(other) ?? relationOf(one, other);
    own.set(other, relation);
    return relation;
  }

  return {
    of(entries) {
      const printed = entries.filter(isPrinted);
      const copies = groupsOf(printed, (one, other) => relate(one, other) === 'duplicate').flatMap(copiesOf);
      const sisters = groupsOf(printed, (one, other) => relate(one, other) !== 'different')
        // A group of copies alone is told of already.
        .filter((group) => group.some((one) => group.some((other) => one !== other && relate(one, other) === 'sister')))
        .flatMap(sistersOf);
      return [...copies, ...sisters].filter(({ key }) => !dismissed.has(key));
    },
    dismiss: (key) => (dismissed = new Set([...dismissed, key])),
    dismissed: () => [...dismissed],
    restore: (keys) => (dismissed = new Set(keys)),
  };
}

function isPrinted(entry: BatchEntry): entry is Printed {
  const { fingerprint, outcome } = entry;
  return fingerprint !== undefined && fingerprint !== 'none' && outcome?.kind === 'done';
}

/** Groups items so that each is related to every other of its group. Groups of one are left out. */
function groupsOf(
  entries: readonly Printed[],
  isRelated: (one: Printed, other: Printed) => boolean,
): readonly (readonly Printed[])[] {
  const groups: Printed[][] = [];
  for (const entry of entries) {
    const own = groups.find((group) => group.every((other) => isRelated(other, entry)));
    if (own) own.push(entry);
    else groups.push([entry]);
  }
  return groups.filter(({ length }) => length > 1);
}

function copiesOf(group: readonly Printed[]): readonly AlikeItems[] {
  const [original] = group.toSorted((one, other) => rankOf(other) - rankOf(one));
  if (!original) return [];
  const copyIds = group.filter((entry) => entry !== original && !isOwnWork(entry, original)).map(({ id }) => id);
  if (copyIds.length === 0) return [];
  const key = ['copies', ...group.map(({ id }) => id)].join(' ');
  return [{ kind: 'copies', key, originalId: original.id, copyIds }];
}

/** Checks whether the user has made a copy into something else than its original, so that it is no copy any more. */
function isOwnWork({ override }: Printed, original: Printed): boolean {
  if (!override) return false;
  return override.state.matte.edits.length > 0 || override.look?.id !== original.override?.look?.id;
}

/** Returns a number by which originals rank above their copies: those with settings first, then those with more pixels. */
function rankOf({ override, segmented }: Printed): number {
  const { widthPx = 0, heightPx = 0 } = segmented ?? {};
  return widthPx * heightPx + (override ? 1e12 : 0);
}

function sistersOf(group: readonly Printed[]): readonly AlikeItems[] {
  const changedAt = ({ override }: Printed) => override?.look?.changedAt ?? -1;
  const [latest] = group.toSorted((one, other) => changedAt(other) - changedAt(one));
  const lookId = latest?.override?.look?.id;
  const isShared = group.every(({ override }) => override?.look?.id === lookId);
  const sourceId = lookId === undefined || isShared ? undefined : latest?.id;
  const commonName = commonNameOf(group.map(({ sharedName, name }) => sharedName ?? name));
  if (sourceId === undefined && commonName === undefined) return [];
  const ids = group.map(({ id }) => id);
  const key = ['sisters', ...ids, ...(sourceId === undefined ? [] : [lookId ?? ''])].join(' ');
  return [{ kind: 'sisters', key, ids, sourceId, commonName }];
}
