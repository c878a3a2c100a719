import { zipBlob } from '@isola/files/zip';
import { type Size, readMattePng } from '@isola/imaging';
import { decodeImage, type ImageType, readImageHeader } from '@isola/segmenter';
import * as z from 'zod/mini';

import { checkImage } from '../image/check-image.ts';
import { maxFileBytes as maxOpenedBytes } from '../image/main-picture.ts';
import { writeGreyPng } from './grey-png.ts';
import { builtInSchema, type DocumentSchema } from '../registry/document-schema.ts';
import { currentVersion } from '../schema/document-state.ts';
import { PersistenceError } from './persistence-error.ts';
import { packHistory, readHistory } from './saved-history.ts';
import { packFacts, type ProjectContent, readFacts } from './saved-project.ts';
import { readZip, type ZipEntry, ZipTooLarge } from './read-zip.ts';
import { reopenProject, type Reopened } from './reopen-project.ts';

export const projectEnding = 'isola';

/** Maximum total size of a project's unpacked contents, in bytes. */
const maxBytes = 80 * 1024 * 1024;
/**
 * Maximum size of a project file, in bytes. The contents are stored uncompressed, and the zip's headers come on top.
 */
const maxFileBytes = maxBytes + 65_536;
const maxJsonBytes = 16 * 1024 * 1024;
const maxPictures = 100;

const names = { json: 'isola.json', matte: 'matte.png', cutout: 'cutout.png', folder: 'pictures/' } as const;
const endings = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const satisfies Record<
  ImageType,
  string
>;

const head = z.object({ kind: z.literal('isola-project'), version: z.int() });

/**
 * Contents of `isola.json`, which are the same in every version except for the history. The patterns allow only this
 * package's own names, so that no name can be a path to anywhere else.
 */
const body = z.object({
  name: z.string().check(z.maxLength(1000)),
  original: z.string().check(z.regex(/^original\.(jpg|png|webp)$/)),
  isDerived: z.exactOptional(z.boolean()),
  pictures: z
    .array(
      z.object({
        id: z.string().check(z.minLength(1), z.maxLength(64)),
        file: z.string().check(z.regex(/^pictures\/[1-9]\d{0,2}\.(jpg|png|webp)$/)),
      }),
    )
    .check(z.maxLength(maxPictures)),
  facts: z.unknown(),
  history: z.unknown(),
});

/**
 * Writes an image with its result, its steps and its background images as one file: a zip of `isola.json`,
 * `original.jpg`, `matte.png`, `cutout.png`, `pictures/1.jpg` and so on. The cutout is included so that it opens
 * unchanged, even if a later version of the site would compute another cutout from the same matte.
 * @throws {PersistenceError} `too-large` when the project could not be opened again.
 */
export async function writeProject(
  { original, png, matte, backgroundImages, ...work }: ProjectContent,
  schema: DocumentSchema = builtInSchema,
): Promise<Blob> {
  const originalName = `original.${await endingOf(original)}`;
  const files = await Promise.all(
    backgroundImages.map(async ({ id, blob }, at) => ({
      id,
      blob,
      file: `${names.folder}${at + 1}.${await endingOf(blob)}`,
    })),
  );
  const history = packHistory(work.history);
  if (readHistory(history, schema).failure)
    throw new PersistenceError('too-large', 'the saved history could not be read back');
  const json = JSON.stringify({
    kind: 'isola-project',
    version: currentVersion,
    name: work.name,
    original: originalName,
    ...(work.isDerived && { isDerived: true }),
    pictures: files.map(({ id, file }) => ({ id, file })),
    facts: packFacts(work.facts),
    history,
  });
  const contents = new Map<string, Blob>([
    [originalName, original],
    [names.matte, await writeGreyPng(matte)],
    [names.cutout, png],
    ...files.map(({ file, blob }): [string, Blob] => [file, blob]),
  ]);
  const jsonFile = new Blob([json]);
  const totalBytes = [...contents.values(), jsonFile].reduce((sum, { size }) => sum + size, 0);
  if (totalBytes > maxBytes || jsonFile.size > maxJsonBytes || backgroundImages.length > maxPictures) {
    throw new PersistenceError('too-large', `${totalBytes} bytes`);
  }
  const entries = [[names.json, jsonFile] as const, ...contents];
  const zip = await zipBlob(
    entries.map(([name, blob]) => ({ name, sizeBytes: blob.size, read: () => Promise.resolve(blob) })),
  );
  // Some browsers add ".zip" to the name of a download of the type "application/zip".
  return new Blob([zip], { type: 'application/octet-stream' });
}

async function endingOf(picture: Blob): Promise<string> {
  const header = await readImageHeader(picture);
  if (!header) throw new PersistenceError('damaged-file', 'an image has no known format');
  return endings[header.type];
}

/** @returns whether a file begins like a project. Its name is no reliable sign. */
export async function isProject(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return [0x50, 0x4b, 0x03, 0x04].every((byte, at) => start[at] === byte);
}

/**
 * Reads a project. The file may come from anybody, so every size is checked before anything is unpacked.
 * @param schema Kinds that the editor has. A project with others is refused as `unknown-kind`.
 * @throws {PersistenceError} any code except `not-a-preset`.
 */
export async function readProject(file: Blob, schema?: DocumentSchema): Promise<ProjectContent> {
  const { content, bitmap } = await readWhole(file, schema);
  bitmap.close();
  return content;
}

/**
 * Contents of a project, with the decoded pixels of its original: only decoding shows that the original is complete.
 */
interface ReadProject {
  readonly content: ProjectContent;
  readonly bitmap: ImageBitmap;
}

async function readWhole(file: Blob, schema: DocumentSchema = builtInSchema): Promise<ReadProject> {
  if (!(await isProject(file))) throw new PersistenceError('not-a-project', 'the file is not a zip');
  if (file.size > maxFileBytes) throw new PersistenceError('too-large', `${file.size} bytes`);
  try {
    return await readEntries(await readZip(file, { maxEntries: maxPictures + 5, maxBytes }), schema);
  } catch (error) {
    if (error instanceof ZipTooLarge) throw new PersistenceError('too-large', error.message, { cause: error });
    if (error instanceof RangeError) throw new PersistenceError('damaged-file', error.message, { cause: error });
    throw error;
  }
}

async function readEntries(entries: ReadonlyMap<string, ZipEntry>, schema: DocumentSchema): Promise<ReadProject> {
  const read = async (name: string, type: string) => {
    const entry = entries.get(name);
    if (!entry) throw new RangeError(`${name} is missing`);
    return new Blob([await entry.read()], { type });
  };
  const readPicture = async (name: string) => {
    const picture = await read(name, '');
    // The editor itself computes PNGs, such as an added subject. The size limit for opened files does not apply to them.
    await assertPicture(picture, name, name.endsWith('.png') ? maxBytes : maxOpenedBytes);
    return picture;
  };

  const project = await readJson(entries.get(names.json));
  const expected = new Set<string>([names.json, names.matte, names.cutout, project.original]);
  for (const { file } of project.pictures) expected.add(file);
  for (const name of entries.keys()) {
    // Some zip programs add an entry for the folder.
    if (!expected.has(name) && name !== names.folder) throw new RangeError(`${name} is not part of a project`);
  }
  const facts = readFacts(project.facts);
  const { history, failure } = readHistory(project.history, schema);
  if (failure === 'newer-version') throw new PersistenceError('newer-version', 'the history is of a newer version');
  if (failure === 'unknown-kind')
    throw new PersistenceError(failure, 'a background or an edit is of a kind that this editor does not have');
  if (!facts || !history) throw new RangeError('the facts or the history cannot be read');

  const original = await readPicture(project.original);
  const bitmap = await decodeOriginal(original);
  try {
    const size = { widthPx: bitmap.width, heightPx: bitmap.height };
    const matte = await readMattePng(await read(names.matte, 'image/png'), size);
    const png = await read(names.cutout, 'image/png');
    await assertCutout(png, size);
    const backgroundImages: { id: string; blob: Blob }[] = [];
    for (const { id, file } of project.pictures) backgroundImages.push({ id, blob: await readPicture(file) });
    const { name, isDerived = false } = project;
    const content = { name, original, isDerived, png, matte, facts, history, backgroundImages };
    return { content, bitmap };
  } catch (error) {
    bitmap.close();
    throw error;
  }
}

async function readJson(entry: ZipEntry | undefined): Promise<z.infer<typeof body>> {
  if (!entry) throw new PersistenceError('not-a-project', `${names.json} is missing`);
  if (entry.sizeBytes > maxJsonBytes)
    throw new PersistenceError('too-large', `${names.json} has ${entry.sizeBytes} bytes`);
  const text = new TextDecoder().decode(await entry.read());
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new PersistenceError('damaged-file', `${names.json} is not JSON`, { cause: error });
  }
  const { success, data: start } = head.safeParse(data);
  if (!success) throw new PersistenceError('not-a-project', `${names.json} does not describe a project`);
  if (start.version > currentVersion) throw new PersistenceError('newer-version', `version ${start.version}`);
  const read = body.safeParse(data);
  if (!read.success) throw new PersistenceError('damaged-file', z.prettifyError(read.error));
  return read.data;
}

/** @throws {PersistenceError} when the editor would refuse this image as an import. */
async function assertPicture(picture: Blob, name: string, maxPictureBytes: number): Promise<void> {
  const refusal = await checkImage(picture, { maxBytes: maxPictureBytes });
  switch (refusal?.code) {
    case undefined:
      return;
    case 'file-too-large':
    case 'image-too-large':
      throw new PersistenceError('too-large', `${name} is larger than the editor opens`);
    case 'unsupported-format':
    case 'damaged-image':
    case 'empty-file':
      throw new PersistenceError('damaged-file', `${name} is not a readable image`);
    default:
      refusal satisfies never;
  }
}

/** Decodes the original upright, as the segmenter does. */
async function decodeOriginal(original: Blob): Promise<ImageBitmap> {
  try {
    return await decodeImage(original);
  } catch (error) {
    throw new RangeError('the original cannot be decoded', { cause: error });
  }
}

/**
 * Checks that a PNG is of the kind that the segmenter writes, RGBA, 8 bits, not interlaced, so that it can be read row
 * by row.
 */
async function assertCutout(png: Blob, size: Size): Promise<void> {
  const header = await readImageHeader(png);
  const kind = new Uint8Array(await png.slice(24, 29).arrayBuffer());
  const isOurs = header?.type === 'image/png' && kind[0] === 8 && kind[1] === 6 && kind[4] === 0;
  if (!isOurs || header.widthPx !== size.widthPx || header.heightPx !== size.heightPx) {
    throw new RangeError('the cutout is of another kind or size');
  }
}

/**
 * Reads a project and prepares it for the session.
 * @throws {PersistenceError} any code except `not-a-preset`.
 */
export async function openProject(file: Blob, schema?: DocumentSchema): Promise<Reopened> {
  const { content, bitmap } = await readWhole(file, schema);
  try {
    return await reopenProject(content, bitmap);
  } catch (error) {
    bitmap.close();
    if (error instanceof RangeError) throw new PersistenceError('damaged-file', error.message, { cause: error });
    throw error;
  }
}
