import * as z from 'zod/mini';

import { backgrounds } from '../backgrounds/backgrounds.ts';
import type { BackgroundDefinition } from '../backgrounds/define-background.ts';
import type { EditDefinition } from '../edits/define-edit.ts';
import type { Edit } from '../model/edit.ts';
import { edits } from '../edits/edits.ts';
import { currentVersion, type DocumentState } from '../schema/document-state.ts';
import { editV1ToV2, stateV1ToV2 } from '../schema/migrate.ts';
import { documentStateV1, editV1 } from '../schema/versions/document-state-v1.ts';
import { documentStateV2 } from '../schema/versions/document-state-v2.ts';

/** Kinds of backgrounds and edits that a document may contain. */
export interface DocumentKinds {
  readonly backgrounds: readonly BackgroundDefinition[];
  readonly edits: readonly EditDefinition[];
}

/**
 * Reason why data could not be read.
 *
 * - `newer-version`: a newer version of this package has written it.
 * - `unknown-kind`: it contains a background or an edit of a kind that the schema lacks.
 * - `invalid`: it is no valid data.
 */
export type ReadFailure = 'newer-version' | 'unknown-kind' | 'invalid';

export type ReadState =
  | { readonly state: DocumentState; readonly failure?: undefined }
  | { readonly state?: undefined; readonly failure: ReadFailure };

export type ReadEdit =
  | { readonly edit: Edit; readonly failure?: undefined }
  | { readonly edit?: undefined; readonly failure: ReadFailure };

/** Reads stored documents. */
export interface DocumentSchema extends DocumentKinds {
  /** Reads a state of any version up to the current one. */
  readonly parseState: (data: unknown) => ReadState;
  /**
   * Reads an edit, which has no version of its own.
   * @param version Version of the history that contains the edit.
   */
  readonly parseEdit: (data: unknown, version: number) => ReadEdit;
}

const versioned = z.object({ version: z.int() });
const kindOnly = z.object({ kind: z.string() });

/** @returns whether only a newer version of this package can read the data. */
export function isNewer(data: unknown): boolean {
  const read = versioned.safeParse(data);
  return read.success && read.data.version > currentVersion;
}

/**
 * Creates the schema of documents with these kinds of backgrounds and edits. An editor's `registries` list its kinds.
 */
export function createDocumentSchema({ backgrounds, edits }: DocumentKinds): DocumentSchema {
  const anyEdit = z.union(edits.map(({ schema }) => schema));
  const current = documentStateV2(z.union(backgrounds.map(({ schema }) => schema)), anyEdit);
  const withKinds = z.object({ background: kindOnly, matte: z.object({ edits: z.array(z.unknown()) }) });

  function isUnknownEdit(data: unknown): boolean {
    const read = kindOnly.safeParse(data);
    return read.success && edits.every(({ kind }) => kind !== read.data.kind);
  }

  function hasUnknownKind(data: unknown): boolean {
    const read = withKinds.safeParse(data);
    if (!read.success) return false;
    const { background, matte } = read.data;
    return backgrounds.every(({ kind }) => kind !== background.kind) || matte.edits.some(isUnknownEdit);
  }

  return {
    backgrounds,
    edits,
    parseState(data) {
      const first = documentStateV1.safeParse(data);
      const migrated = first.success ? stateV1ToV2(first.data) : data;
      const read = current.safeParse(migrated);
      if (read.success) return { state: read.data };
      if (isNewer(data)) return { failure: 'newer-version' };
      return { failure: hasUnknownKind(migrated) ? 'unknown-kind' : 'invalid' };
    },
    parseEdit(data, version) {
      const first = version === 1 ? editV1.safeParse(data) : undefined;
      if (first && !first.success) return { failure: 'invalid' };
      const migrated = first ? editV1ToV2(first.data) : data;
      const read = anyEdit.safeParse(migrated);
      if (read.success) return { edit: read.data };
      return { failure: isUnknownEdit(migrated) ? 'unknown-kind' : 'invalid' };
    },
  };
}

/** Schema of documents with this package's own kinds. */
export const builtInSchema = createDocumentSchema({ backgrounds, edits });
