import { assessMatte, type Doubt } from '@isola/batch';
import { applyPreset, editsOf, initialState, type Preset, renderTargetOf } from '@isola/editor';
import {
  type BackgroundParams,
  CompositorError,
  createCompositor,
  type EditParams,
  type EncodingParams,
  isUnedited,
  type Matte,
} from '@isola/imaging';
import { createSegmenter, type Detail, type RunReport, translateError } from '@isola/segmenter';

export interface CutoutRequest {
  /** Addresses: what is fetched, and where the result and the bare matte (8 bits a pixel) are put. */
  readonly pictureUrl: string;
  readonly resultUrl: string;
  readonly matteUrl: string | undefined;
  readonly preset: Preset;
  readonly detail: Detail;
}

export type CutoutAnswer =
  | {
      readonly outcome: 'done';
      /** Of the image, and of its mask. */
      readonly widthPx: number;
      readonly heightPx: number;
      readonly subject: 'found' | 'none';
      readonly doubts: readonly Doubt['kind'][];
      readonly result: { readonly widthPx: number; readonly heightPx: number; readonly sizeBytes: number };
      readonly run: RunReport;
    }
  | { readonly outcome: 'failed'; readonly code: string; readonly detail?: string };

export interface CutoutPage {
  /** Fetches a picture, cuts it out, renders it with the preset, and puts the file. */
  cutOut(request: CutoutRequest): Promise<CutoutAnswer>;
}

declare global {
  interface Window {
    cutoutPage: CutoutPage;
  }
}

const parameters = new URLSearchParams(location.search);
const model = parameters.get('model');
const threads = parameters.get('threads');
const segmenter = createSegmenter({ ...(model && { model }), ...(threads && { threads: Number(threads) }) });

window.cutoutPage = {
  async cutOut({ pictureUrl, resultUrl, matteUrl, preset, detail }) {
    try {
      const picture = await (await fetch(pictureUrl)).blob();
      const { sharedPixels, ...facts } = await segmenter.segment(picture, { detail, outputs: ['sharedPixels'] });
      const { widthPx, heightPx, subject, run } = facts;
      const { file, matte, size } = await render(picture, sharedPixels, facts.matte, preset);
      await put(resultUrl, file);
      if (matteUrl) await put(matteUrl, matte.data);
      const doubts = assessMatte({ ...facts, matte }).map(({ kind }) => kind);
      return { outcome: 'done', widthPx, heightPx, subject, doubts, result: { ...size, sizeBytes: file.size }, run };
    } catch (error) {
      if (error instanceof CompositorError) return { outcome: 'failed', code: error.code, detail: error.message };
      return { outcome: 'failed', ...translateError(error) };
    }
  },
};

async function render(picture: Blob, cutout: Uint8ClampedArray, matte: Matte, preset: Preset) {
  const compositor = createCompositor<BackgroundParams, EncodingParams, EditParams>({ image: picture, cutout, matte });
  try {
    const edits = editsOf(preset, initialState);
    const edited = isUnedited(edits) ? matte : await compositor.editMatte(edits);
    const document = { image: { file: picture, name: '', url: '' }, backgroundImage: () => undefined };
    const { params, encoding } = renderTargetOf(document, applyPreset(preset, initialState, edited), matte);
    const { file, widthPx, heightPx } = await compositor.encode(params, encoding);
    return { file, matte: edited, size: { widthPx, heightPx } };
  } finally {
    compositor.close();
  }
}

async function put(url: string, body: Blob | Uint8ClampedArray<ArrayBuffer>): Promise<void> {
  const { ok, status } = await fetch(url, { method: 'PUT', body });
  if (!ok) throw new Error(`${url} answered ${status}`);
}
