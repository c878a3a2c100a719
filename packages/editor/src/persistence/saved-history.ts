import * as z from 'zod/mini';

import type { SavedHistory } from '../history/create-history.ts';
import type { StepName } from '../document/image-document.ts';
import { type Edit, maxEdits, parseEdit, parseDocumentState, type DocumentState } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';

export type DocumentHistory = SavedHistory<DocumentState, StepName>;

/**
 * A history as it is stored. A state holds all edits up to it, so that a hundred states hold the first stroke a
 * hundred times: here each edit stands once, and a state names its edits by their place.
 */
export interface PackedHistory {
  readonly marks: readonly Edit[];
  readonly past: readonly {
    readonly step?: StepName;
    readonly state: DocumentState;
    readonly marks: readonly number[];
  }[];
  readonly at: number;
}

export const newHistory: DocumentHistory = { past: [{ state: initialState, step: undefined }], at: 0 };

/** Every step there is; the compiler minds that none is missing. */
const stepNames = {
  restore: true,
  erase: true,
  keep: true,
  drop: true,
  open: true,
  fill: true,
  shift: true,
  feather: true,
  contrast: true,
  solidify: true,
  decontaminate: true,
  edge: true,
  light: true,
  transparent: true,
  color: true,
  gradient: true,
  picture: true,
  blur: true,
  studio: true,
  contact: true,
  'drop-shadow': true,
  match: true,
  wrap: true,
  crop: true,
  rotate: true,
  straighten: true,
  mirror: true,
  center: true,
  size: true,
  format: true,
  quality: true,
  density: true,
  limit: true,
  metadata: true,
  recipe: true,
} as const satisfies Record<StepName, true>;

const place = z.int().check(z.minimum(0), z.maximum(100_000));

const packed = z.object({
  marks: z.array(z.unknown()).check(z.maxLength(10_000)),
  past: z.array(z.unknown()).check(z.minLength(1), z.maxLength(1000)),
  at: place,
});

const packedState = z.object({
  step: z.exactOptional(z.enum(Object.keys(stepNames) as StepName[])),
  state: z.unknown(),
  marks: z.array(place).check(z.maxLength(maxEdits)),
});

export function packHistory({ past, at }: DocumentHistory): PackedHistory {
  // States share their edits, and so do those that `readHistory` gives: the same edit is the same object.
  const placeOf = new Map<Edit, number>();
  const placed = (mark: Edit) => {
    const known = placeOf.get(mark) ?? placeOf.size;
    placeOf.set(mark, known);
    return known;
  };
  return {
    past: past.map(({ state, step }) => ({
      ...(step && { step }),
      state: withMarks(state, []),
      marks: state.matte.marks.map(placed),
    })),
    at,
    marks: [...placeOf.keys()],
  };
}

/**
 * A state that cannot be read is left out: it costs its own step and no other. Where that was the present one, the one
 * before it is.
 * @returns undefined where the data is no history, or none of its steps can be read.
 */
export function readHistory(data: unknown): DocumentHistory | undefined {
  const read = packed.safeParse(data);
  if (!read.success || read.data.at >= read.data.past.length) return undefined;
  const marks = read.data.marks.map(parseEdit);
  const past: { state: DocumentState; step: StepName | undefined }[] = [];
  let at = 0;
  for (const [place, kept] of read.data.past.entries()) {
    const state = readState(kept, marks);
    if (!state) continue;
    if (place <= read.data.at) at = past.length;
    past.push(state);
  }
  return past.length < Math.min(2, read.data.past.length) ? undefined : { past, at };
}

function readState(data: unknown, marks: readonly (Edit | undefined)[]): DocumentHistory['past'][number] | undefined {
  const read = packedState.safeParse(data);
  const recipe = parseDocumentState(read.data?.state);
  if (!read.success || !recipe) return undefined;
  const own = read.data.marks.flatMap((at) => marks[at] ?? []);
  if (own.length < read.data.marks.length) return undefined;
  return { state: withMarks(recipe, own), step: read.data.step };
}

function withMarks(recipe: DocumentState, marks: Edit[]): DocumentState {
  return { ...recipe, matte: { ...recipe.matte, marks } };
}
