import * as z from 'zod/mini';

import type { SavedHistory } from '../history/create-history.ts';
import type { StepName } from '../model/step.ts';
import {
  builtInSchema,
  type DocumentSchema,
  isNewer,
  type ReadFailure,
  type ReadEdit,
} from '../registry/document-schema.ts';
import { currentVersion, type DocumentState, maxEdits } from '../schema/document-state.ts';
import type { Edit } from '../model/edit.ts';
import { initialState } from '../schema/initial-state.ts';

export type DocumentHistory = SavedHistory<DocumentState, StepName>;

/**
 * A history in its stored form. Each state contains all edits up to it, so a hundred states contain the first stroke a
 * hundred times. Here each edit is stored once, and a state refers to its edits by their index.
 */
export interface PackedHistory {
  /** Version of the schema of its states and edits. */
  readonly version: typeof currentVersion;
  readonly edits: readonly Edit[];
  readonly past: readonly {
    readonly step?: StepName;
    readonly state: DocumentState;
    readonly edits: readonly number[];
  }[];
  readonly at: number;
}

export const newHistory: DocumentHistory = { past: [{ state: initialState, step: undefined }], at: 0 };

const place = z.int().check(z.minimum(0), z.maximum(100_000));

const packedStep = z.object({
  /** Name of the step. An editor without a label for the step keeps it all the same. */
  step: z.exactOptional(z.string().check(z.regex(/^[a-z\d-]{1,64}$/))),
  state: z.unknown(),
  edits: z.array(place).check(z.maxLength(maxEdits)),
});

const packed = z.object({
  version: z.int().check(z.minimum(1), z.maximum(currentVersion)),
  edits: z.array(z.unknown()).check(z.maxLength(10_000)),
  past: z.array(z.unknown()).check(z.minLength(1), z.maxLength(1000)),
  at: place,
});

/** History of version 1. It has no `version`, and calls its edits `marks`. */
const packedV1 = z.looseObject({
  version: z.exactOptional(z.never()),
  marks: z.unknown(),
  past: z.array(z.looseObject({ marks: z.unknown() })),
});

export function packHistory({ past, at }: DocumentHistory): PackedHistory {
  // States share their edits as objects, also after `readHistory`, so that object identity finds repeated edits.
  const placeOf = new Map<Edit, number>();
  const placed = (edit: Edit) => {
    const known = placeOf.get(edit) ?? placeOf.size;
    placeOf.set(edit, known);
    return known;
  };
  return {
    version: currentVersion,
    past: past.map(({ state, step }) => ({
      ...(step && { step }),
      state: withEdits(state, []),
      edits: state.matte.edits.map(placed),
    })),
    at,
    edits: [...placeOf.keys()],
  };
}

export type ReadHistory =
  | { readonly history: DocumentHistory; readonly failure?: undefined }
  | { readonly history?: undefined; readonly failure: ReadFailure };

/**
 * Reads a history of any version up to the current one. A state that cannot be read is left out, and only its own step
 * is lost. If it was the current state, the state before it becomes the current one. If no step can be read, the
 * history is `invalid`. A history with a background or an edit of a kind that the schema lacks is `unknown-kind` as a
 * whole: nothing in it is damaged, and leaving a step out would lose it for the editor that has the kind.
 */
export function readHistory(data: unknown, schema: DocumentSchema = builtInSchema): ReadHistory {
  if (isNewer(data)) return { failure: 'newer-version' };
  const read = packed.safeParse(renamedFromV1(data));
  if (!read.success || read.data.at >= read.data.past.length) return { failure: 'invalid' };
  const edits = read.data.edits.map((edit) => schema.parseEdit(edit, read.data.version));
  if (edits.some(({ failure }) => failure === 'unknown-kind')) return { failure: 'unknown-kind' };
  const past: { state: DocumentState; step: StepName | undefined }[] = [];
  let at = 0;
  for (const [place, kept] of read.data.past.entries()) {
    const step = readStep(kept, edits, schema);
    if (step === 'unknown-kind') return { failure: step };
    if (!step) continue;
    if (place <= read.data.at) at = past.length;
    past.push(step);
  }
  return past.length < Math.min(2, read.data.past.length) ? { failure: 'invalid' } : { history: { past, at } };
}

/** @returns a history of version 1 with the current names. Its edits and states are still of version 1. */
function renamedFromV1(data: unknown): unknown {
  const read = packedV1.safeParse(data);
  if (!read.success) return data;
  const { marks, past, ...others } = read.data;
  return {
    ...others,
    version: 1,
    edits: marks,
    past: past.map(({ marks: own, ...state }) => ({
      ...state,
      ...(state.step === 'recipe' && { step: 'preset' }),
      edits: own,
    })),
  };
}

function readStep(
  data: unknown,
  edits: readonly ReadEdit[],
  schema: DocumentSchema,
): DocumentHistory['past'][number] | 'unknown-kind' | undefined {
  const read = packedStep.safeParse(data);
  const { state, failure } = schema.parseState(read.data?.state);
  if (failure === 'unknown-kind') return failure;
  if (!read.success || !state) return undefined;
  const own = read.data.edits.flatMap((at) => edits[at]?.edit ?? []);
  if (own.length < read.data.edits.length) return undefined;
  return { state: withEdits(state, own), step: read.data.step };
}

function withEdits(state: DocumentState, edits: Edit[]): DocumentState {
  return { ...state, matte: { ...state.matte, edits } };
}
