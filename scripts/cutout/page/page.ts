import {
  type ContactSheet,
  createItemCompositors,
  type ItemSource,
  itemTarget,
  renderContactSheet,
  renderItem,
} from '@isola/batch';
import {
  builtInRegistries,
  FacesError,
  findFaces,
  issueReceiptOf,
  type Preset,
  type ReceiptObstacle,
  receiptObstacle,
} from '@isola/editor';
import { CompositorError, type ShadowRefusal } from '@isola/imaging';
import { receiptFile } from '@isola/imaging/receipt';
import { type RunReport, translateError, uprightImage } from '@isola/segmenter';

export interface RenderRequest {
  /** URLs of the image, of the matte with 8 bits per pixel, and for the upload of the result. */
  readonly pictureUrl: string;
  readonly matteUrl: string;
  readonly resultUrl: string;
  /** Name of the image's file. */
  readonly name: string;
  /** Size of the matte. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly run: RunReport;
  readonly preset: Preset;
  /** True when faces are made unrecognisable. */
  readonly blursFaces: boolean;
  /** Key that signs a receipt; undefined without a receipt. */
  readonly receiptKey: JsonWebKey | undefined;
  /** URL for the upload of the receipt. */
  readonly receiptUrl: string;
  /** True when the image was converted, so that its file has other bytes. */
  readonly isConverted: boolean;
}

export type RenderAnswer =
  | {
      readonly outcome: 'done';
      /** Size of the result. */
      readonly widthPx: number;
      readonly heightPx: number;
      /** Reason why the result lacks the shadow of its photograph, although it should have one. */
      readonly missingShadow?: ShadowRefusal;
      /** Number of faces that were made unrecognisable; absent when none were looked for. */
      readonly blurredFaces?: number;
      /** Reason why there is no receipt, although there should be one. */
      readonly missingReceipt?: ReceiptObstacle;
    }
  | { readonly outcome: 'failed'; readonly code: string; readonly detail?: string };

export interface SheetRequest {
  readonly sheet: ContactSheet;
  readonly images: readonly { readonly name: string; readonly url: string }[];
  /** URL for the upload of the sheet. */
  readonly resultUrl: string;
}

export interface RenderPage {
  /** Fetches an image and its matte, renders them with the preset, and uploads the file. */
  render(request: RenderRequest): Promise<RenderAnswer>;
  /** Fetches images one after the other, draws them on a contact sheet, and uploads the sheet. */
  contactSheet(request: SheetRequest): Promise<void>;
}

declare global {
  interface Window {
    renderPage: RenderPage;
  }
}

/** This signal is never aborted: the command closes the whole page instead. */
const { signal } = new AbortController();
const onProgress = () => undefined;
const compositors = createItemCompositors(builtInRegistries);

window.renderPage = {
  async render(request) {
    const { pictureUrl, matteUrl, resultUrl, name, widthPx, heightPx, run } = request;
    try {
      const [picture, matte] = await Promise.all([fetch(pictureUrl), fetch(matteUrl)]);
      const photograph = await picture.blob();
      const image = await uprightImage(photograph);
      const data = new Uint8ClampedArray(await matte.arrayBuffer());
      const confidence = { value: 1, map: new Uint8ClampedArray(), mapWidthPx: 0, mapHeightPx: 0, disputed: [] };
      const size = { widthPx, heightPx };
      const source = { image, name, matte: { data, ...size }, facts: { run, subject: 'found', confidence } } as const;
      const file = await renderItem(source, { ...optionsOf(request, image), onProgress });
      await put(resultUrl, file.file);
      const missingReceipt = await putReceipt(request, source, photograph, file);
      return {
        outcome: 'done',
        widthPx: file.widthPx,
        heightPx: file.heightPx,
        ...(file.missingShadow && { missingShadow: file.missingShadow }),
        ...(file.blurredFaces !== undefined && { blurredFaces: file.blurredFaces }),
        ...(missingReceipt && { missingReceipt }),
      };
    } catch (error) {
      if (error instanceof CompositorError) return { outcome: 'failed', code: error.code, detail: error.message };
      if (error instanceof FacesError) return { outcome: 'failed', ...error.failure };
      return { outcome: 'failed', ...translateError(error) };
    }
  },
  async contactSheet({ sheet, images, resultUrl }) {
    const file = await renderContactSheet(
      sheet,
      images.map(({ name, url }) => ({ name, read: async () => (await fetch(url)).blob() })),
      { title: 'Contact sheet', language: 'en', fontFamily: 'sans-serif', signal, onProgress },
    );
    await put(resultUrl, file);
  },
};

function optionsOf({ preset, blursFaces }: RenderRequest, image: Blob) {
  return {
    preset: { preset, namePattern: '{name}', ...(blursFaces && { blursFaces }) },
    findFaces: () => findFaces({ file: image }, { signal }),
    override: undefined,
    registries: builtInRegistries,
    compositors,
    signal,
  };
}

/** Issues and uploads the receipt of a file, if one is wanted. @returns the reason why there can be none. */
async function putReceipt(
  request: RenderRequest,
  source: ItemSource,
  photograph: Blob,
  file: Parameters<typeof issueReceiptOf>[0]['file'],
): Promise<ReceiptObstacle | undefined> {
  const { preset, receiptKey, receiptUrl, isConverted } = request;
  if (!receiptKey) return undefined;
  const { format } = preset.state.export;
  const obstacle = receiptObstacle({ isDerived: isConverted || source.image !== photograph, format });
  if (obstacle) return obstacle;
  const rendered = await compositors.use(source, async (compositor) => {
    const target = await itemTarget(source, optionsOf(request, source.image), compositor);
    const matte = await compositor.editMatte(target.params.edits, { signal });
    return { photograph, target, file, matte, run: source.facts.run };
  });
  const keys = { getOrCreate: () => keyPairOf(receiptKey) };
  const { receipt } = await issueReceiptOf(rendered, builtInRegistries, keys, signal);
  await put(receiptUrl, receiptFile(receipt));
  return undefined;
}

async function keyPairOf({ d, ...point }: JsonWebKey): Promise<CryptoKeyPair> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', { ...point, d: d ?? '' }, algorithm, false, ['sign']),
    crypto.subtle.importKey('jwk', point, algorithm, true, ['verify']),
  ]);
  return { privateKey, publicKey };
}

async function put(url: string, body: Blob): Promise<void> {
  const { ok, status } = await fetch(url, { method: 'PUT', body });
  if (!ok) throw new Error(`${url} answered ${status}`);
}
