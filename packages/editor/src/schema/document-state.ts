import * as z from 'zod/mini';

import { editV1ToV2, migrateState } from './migrate.ts';
import { documentStateV1, editV1 } from './versions/document-state-v1.ts';
import { documentStateV2, type DocumentStateV2, type EditV2, editV2 } from './versions/document-state-v2.ts';

export { maxEdits, maxPx } from './versions/document-state-v2.ts';

/** What is made of a cutout: plain data, from which every view and every file is computed. */
export type DocumentState = Readonly<DocumentStateV2>;
export type MatteEdits = DocumentState['matte'];
export type Edit = EditV2;
export type Stroke = Extract<Edit, { kind: 'stroke' }>;
export type SeedClick = Extract<Edit, { kind: 'seed-click' }>;
export type Background = Readonly<DocumentState['background']>;
export type Light = DocumentState['light'];
export type CropRect = Readonly<NonNullable<DocumentState['frame']>>;
export type ExportOptions = DocumentState['export'];

/** The version that is written. */
export const currentVersion = 2;

/** Why data was not read: a newer version of this package has written it, or it is not what it is said to be. */
export type ReadFailure = 'newer-version' | 'invalid';

export type ReadState =
  | { readonly state: DocumentState; readonly failure?: undefined }
  | { readonly state?: undefined; readonly failure: ReadFailure };

const anyState = z.discriminatedUnion('version', [documentStateV1, documentStateV2]);
const versioned = z.object({ version: z.int() });

/** Reads a state of any version up to the current one. */
export function parseDocumentState(data: unknown): ReadState {
  const read = anyState.safeParse(data);
  return read.success ? { state: migrateState(read.data) } : { failure: isNewer(data) ? 'newer-version' : 'invalid' };
}

/** @returns whether the data has a version that only a newer version of this package knows. */
export function isNewer(data: unknown): boolean {
  const read = versioned.safeParse(data);
  return read.success && read.data.version > currentVersion;
}

/**
 * An edit has no version of its own.
 * @param version of the history that the edit is in.
 * @returns undefined where the data is no edit.
 */
export function parseEdit(data: unknown, version: number): Edit | undefined {
  if (version === 1) {
    const read = editV1.safeParse(data);
    return read.success ? editV1ToV2(read.data) : undefined;
  }
  const read = editV2.safeParse(data);
  return read.success ? read.data : undefined;
}
