import { chain, type EncodedFile, type Matte, scaling } from '@isola/imaging';
import {
  createReceiptKey,
  describeResult,
  fingerprintOfKey,
  openCovers,
  type Receipt,
  signStatement,
} from '@isola/imaging/receipt';
import type { RunReport } from '@isola/segmenter';

import { formatOf } from '../document/formats.ts';
import type { ImageDocument } from '../document/image-document.ts';
import type { ImageSegmentation } from '../image/image-segmentation.ts';
import type { ReceiptKeyStore } from '../persistence/receipt-key.ts';
import type { EditorRegistries } from '../registry/registries.ts';
import type { Rendering } from '../rendering/create-rendering.ts';
import { type RenderTarget, renderTargetOf } from '../rendering/render-target.ts';

/** Name and version of the program in a receipt. A test compares the version with `package.json`. */
export const program = { name: 'Isola', version: '0.1.0' } as const;

/** Formats of which a receipt can be issued, because browsers can decode them. */
const describedFormats = new Set(['png', 'png-palette', 'webp', 'jpeg', 'avif']);

/**
 * Reason why no receipt can be issued.
 *
 * | code | happens when |
 * | --- | --- |
 * | `insecure-origin` | the page came over plain HTTP, where browsers do not sign |
 * | `format` | browsers cannot decode the file's format, such as PSD |
 * | `converted` | the image was converted, turned or computed, so that its file is not the one that the user has |
 */
export type ReceiptObstacle = 'insecure-origin' | 'format' | 'converted';

/** Origin and format of a result, which decide whether a receipt can be issued. */
export interface ReceiptSubject {
  /** True when the photograph’s file is not the one that the user has. */
  readonly isDerived: boolean;
  /** Id of the result’s format. */
  readonly format: string;
}

/**
 * Returns the reason why no receipt can be issued; undefined when one can be.
 * @example
 * receiptObstacle({ isDerived: false, format: 'psd' }); // format
 */
export function receiptObstacle({ isDerived, format }: ReceiptSubject): ReceiptObstacle | undefined {
  if (!(crypto as { readonly subtle?: SubtleCrypto }).subtle) return 'insecure-origin';
  if (isDerived) return 'converted';
  return describedFormats.has(format) ? undefined : 'format';
}

/** The parts of an editor from which a receipt is issued. */
export interface DescribedEditor {
  readonly document: ImageDocument;
  readonly segmentation: ImageSegmentation;
  readonly rendering: Pick<Rendering, 'editedMatte'>;
  readonly registries: EditorRegistries;
}

/** A written file, and how it was made. */
export interface RenderedFile {
  /** The file that the user has. */
  readonly photograph: Blob;
  readonly target: Pick<RenderTarget, 'params' | 'encoding' | 'isCutout'>;
  readonly file: Pick<EncodedFile, 'file' | 'widthPx' | 'heightPx' | 'colorCount' | 'enlargedFrom'>;
  /** Matte of the upright photograph, with all edits. */
  readonly matte: Matte;
  readonly run: Pick<RunReport, 'model' | 'modelSha256'>;
}

export interface IssuedReceipt {
  readonly receipt: Receipt;
  readonly fingerprint: string;
}

/**
 * Issues the receipt of a file that an editor has written, signed by the key of this device.
 * @param file File of the document's current state.
 * @throws {DOMException} when the browser refuses its storage to the page, or when the signal aborts; {CompositorError}
 *   when a file cannot be decoded.
 * @example
 * const { receipt } = await issueReceipt(editor, file, createReceiptKeyStore(), signal);
 */
export async function issueReceipt(
  { document, segmentation, rendering, registries }: DescribedEditor,
  file: EncodedFile,
  keys: ReceiptKeyStore,
  signal: AbortSignal,
): Promise<IssuedReceipt> {
  const { state } = document.history.getState();
  const target = renderTargetOf(document, state, segmentation, registries);
  const matte = await rendering.editedMatte(state.matte, signal);
  const rendered = { photograph: document.image.file, target, file, matte, run: segmentation.run };
  return issueReceiptOf(rendered, registries, keys, signal);
}

/**
 * Issues the receipt of a rendered file, signed by the key of this device.
 * @throws the errors of `issueReceipt`.
 * @example
 * const { receipt } = await issueReceiptOf(rendered, builtInRegistries, createReceiptKeyStore(), signal);
 */
export async function issueReceiptOf(
  { photograph, target: { params, encoding, isCutout }, file, matte, run }: RenderedFile,
  { formats }: Pick<EditorRegistries, 'formats'>,
  keys: Pick<ReceiptKeyStore, 'getOrCreate'>,
  signal: AbortSignal,
): Promise<IssuedReceipt> {
  const { transform, light, edits, layers = [], fontFaces = [] } = params;
  // A limit of the file's size may have reduced its size in px.
  const toPhoto = chain(
    { ...scaling(transform.widthPx / file.widthPx), d: transform.heightPx / file.heightPx },
    transform.toPhoto,
  );
  const { hasQuality } = formatOf(encoding.format, formats);
  const { covers, close } = await openCovers(layers, fontFaces, file);
  const statement = await describeResult(
    {
      photograph,
      result: file.file,
      matte,
      edits: edits.edits,
      covers,
      placement: toPhoto,
      compression: hasQuality ? 'lossy' : file.colorCount === undefined ? 'none' : 'palette',
      changes: {
        background: isCutout ? 'transparent' : params.background.kind,
        tone: params.tone !== undefined,
        backgroundLight: light.match > 0 || light.wrap > 0 || (light.grain ?? 0) > 0,
        ...(file.enlargedFrom && { enlarged: true }),
        outline: params.outline !== undefined,
        additions: layers.length > 0 || light.reflection !== undefined,
        edgeColor: Math.round(edits.decontaminate),
      },
      program,
      model: { id: run.model, ...(run.modelSha256 !== undefined && { sha256: run.modelSha256 }) },
    },
    { signal },
  ).finally(close);
  const key = await keys.getOrCreate(createReceiptKey);
  signal.throwIfAborted();
  return { receipt: await signStatement(statement, key), fingerprint: await fingerprintOfKey(key.publicKey) };
}
