import { isFingerprint, readMattePng } from '@isola/imaging';
import * as z from 'zod/mini';

import { erase, partsOf, put, type Reading, type Writing } from './project-database.ts';
import { packHistory } from './saved-history.ts';
import { packFacts, readFacts, type SavedOriginal, type SavedProject, type SavedRow } from './saved-project.ts';

const picturePart = 'picture:';
const side = z.int().check(z.minimum(1), z.maximum(65_536));
const time = z.number().check(z.minimum(0));

const savedRow = z.object({
  id: z.uuid(),
  name: z.string().check(z.maxLength(1000)),
  isDerived: z.exactOptional(z.boolean()),
  openedAt: time,
  changedAt: time,
  thumbnail: z.instanceof(Blob),
  widthPx: side,
  heightPx: side,
  // Rows of earlier versions lack the fields below. All of them have a result.
  hasResult: z.prefault(z.boolean(), true),
  isThumbnailCurrent: z.prefault(z.boolean(), false),
  contentHash: z.optional(z.string().check(z.maxLength(64))),
  // A fingerprint of another version cannot be compared, and the image is as good without it.
  fingerprint: z.optional(z.transform((saved: unknown) => (isFingerprint(saved) ? saved : undefined))),
});

const named = z.object({ name: z.string().check(z.maxLength(1000)) });
const stepped = z.object({ past: z.array(z.unknown()) });

/** All data of an image in the database, not validated yet. */
export interface StoredProject {
  readonly row: SavedRow | undefined;
  readonly facts: unknown;
  readonly history: unknown;
  readonly blobs: readonly (readonly [key: [id: string, part: string], blob: Blob | undefined])[];
}

/** Writes an image with its result. It replaces an image with the same id. */
export async function putProject(transaction: Writing, project: SavedProject, mattePng: Blob): Promise<void> {
  const { id, name, openedAt, changedAt, thumbnail, isThumbnailCurrent, contentHash, fingerprint, matte } = project;
  const { widthPx, heightPx } = matte;
  const { isDerived } = project;
  const blobs: [part: string, blob: Blob][] = [
    ['original', project.original],
    ['png', project.png],
    ['matte', mattePng],
    ...project.backgroundImages.map((picture): [string, Blob] => [picturePart + picture.id, picture.blob]),
  ];
  await erase(transaction, id);
  await Promise.all([
    put(transaction, 'photos', {
      id,
      name,
      ...(isDerived && { isDerived }),
      openedAt,
      changedAt,
      thumbnail: bare(thumbnail),
      isThumbnailCurrent,
      contentHash,
      fingerprint,
      widthPx,
      heightPx,
      hasResult: true,
    }),
    put(transaction, 'facts', packFacts(project.facts), id),
    put(transaction, 'histories', packHistory(project.history), id),
    ...blobs.map(([part, blob]) => put(transaction, 'blobs', bare(blob), [id, part])),
  ]);
}

/** Writes an image without a result. It replaces an image with the same id. */
export async function putOriginal(transaction: Writing, { original, ...row }: SavedOriginal): Promise<void> {
  await erase(transaction, row.id);
  await Promise.all([
    put(transaction, 'photos', { ...row, thumbnail: bare(row.thumbnail), isThumbnailCurrent: false, hasResult: false }),
    put(transaction, 'blobs', bare(original), [row.id, 'original']),
  ]);
}

/** Writes background images of an image. */
export async function putBackgroundImages(
  transaction: Writing,
  id: string,
  pictures: SavedProject['backgroundImages'],
): Promise<void> {
  await Promise.all(
    pictures.map((picture) => put(transaction, 'blobs', bare(picture.blob), [id, picturePart + picture.id])),
  );
}

/** Reads all data of an image from the database. */
export async function getStored(transaction: Reading, id: string): Promise<StoredProject> {
  const [row, facts, history, parts, blobs] = await Promise.all([
    transaction.objectStore('photos').get(id),
    transaction.objectStore('facts').get(id),
    transaction.objectStore('histories').get(id),
    transaction.objectStore('blobs').getAllKeys(partsOf(id)),
    transaction.objectStore('blobs').getAll(partsOf(id)),
  ]);
  return { row, facts, history, blobs: parts.map((key, at) => [key, blobs[at]] as const) };
}

/** @returns undefined for an image that has a result or is damaged. */
export function readOriginal({ row, blobs }: StoredProject): SavedOriginal | undefined {
  const read = savedRow.safeParse(row);
  const original = partsIn(blobs).get('original');
  if (!read.success || read.data.hasResult || !(original instanceof Blob)) return undefined;
  const { hasResult: _, isThumbnailCurrent: __, ...rest } = read.data;
  return { ...rest, original };
}

/** Reads an image with its result, without its history. @returns undefined for an image without a result and for a damaged one. */
export async function readProject({
  row: saved,
  facts,
  blobs,
}: StoredProject): Promise<Omit<SavedProject, 'history'> | undefined> {
  const parts = partsIn(blobs);
  const read = savedRow.safeParse(saved);
  const known = readFacts(facts);
  const [original, png, mattePng] = ['original', 'png', 'matte'].map((part) => parts.get(part));
  if (!read.success || !known) return undefined;
  if (!(original instanceof Blob && png instanceof Blob && mattePng instanceof Blob)) return undefined;
  const { hasResult: _, widthPx, heightPx, ...row } = read.data;
  try {
    const matte = await readMattePng(mattePng, { widthPx, heightPx });
    const backgroundImages = [...parts]
      .flatMap(([part, blob]) =>
        part.startsWith(picturePart) && blob instanceof Blob ? [{ id: part.slice(picturePart.length), blob }] : [],
      )
      // The numbers in the ids decide the order. The database sorts 10 before 2.
      .toSorted((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }));
    return { ...row, original, png, matte, facts: known, backgroundImages };
  } catch (error) {
    if (error instanceof RangeError || error instanceof DOMException) return undefined;
    throw error;
  }
}

/** @returns undefined for a row that cannot be read. */
export function readRow(row: unknown): SavedRow | undefined {
  return savedRow.safeParse(row).data;
}

/** @returns the name in a row whose other fields may be damaged; empty when it cannot be read. */
export function readName(row: unknown): string {
  return named.safeParse(row).data?.name ?? '';
}

/** @returns whether a stored history has a step, even an undone one. */
export function hasSteps(history: unknown): boolean {
  return (stepped.safeParse(history).data?.past.length ?? 0) > 1;
}

/** @returns the bytes without the file's name and date. Some browsers store a `File` as a reference to its path. */
export function bare(blob: Blob): Blob {
  return blob instanceof File ? new Blob([blob], { type: blob.type }) : blob;
}

function partsIn(blobs: StoredProject['blobs']): ReadonlyMap<string, unknown> {
  return new Map(blobs.map(([[, part], blob]) => [part, blob]));
}
