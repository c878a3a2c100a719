import { assessMatte, createItemCompositors, type Doubt, renderItem } from '@isola/batch';
import { builtInRegistries, type Preset } from '@isola/editor';
import { CompositorError } from '@isola/imaging';
import { createSegmenter, type Detail, type RunReport, translateError, uprightImage } from '@isola/segmenter';

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

/** The command ends the whole page instead. */
const { signal } = new AbortController();
const onProgress = () => undefined;
const compositors = createItemCompositors(builtInRegistries);

window.cutoutPage = {
  async cutOut({ pictureUrl, resultUrl, matteUrl, preset, detail }) {
    try {
      const image = await uprightImage(await (await fetch(pictureUrl)).blob());
      const segmentation = await segmenter.segment(image, { detail, outputs: [] });
      const { matte, widthPx, heightPx, subject, confidence, run } = segmentation;
      const { file, ...size } = await renderItem(
        { image, name: '', matte, facts: { run, subject, confidence } },
        {
          preset: { preset, namePattern: '{name}' },
          override: undefined,
          registries: builtInRegistries,
          compositors,
          signal,
          onProgress,
        },
      );
      await put(resultUrl, file);
      if (matteUrl) await put(matteUrl, matte.data);
      const doubts = assessMatte(segmentation).map(({ kind }) => kind);
      return {
        outcome: 'done',
        widthPx,
        heightPx,
        subject,
        doubts,
        result: { widthPx: size.widthPx, heightPx: size.heightPx, sizeBytes: file.size },
        run,
      };
    } catch (error) {
      if (error instanceof CompositorError) return { outcome: 'failed', code: error.code, detail: error.message };
      return { outcome: 'failed', ...translateError(error) };
    }
  },
};

async function put(url: string, body: Blob | Uint8ClampedArray<ArrayBuffer>): Promise<void> {
  const { ok, status } = await fetch(url, { method: 'PUT', body });
  if (!ok) throw new Error(`${url} answered ${status}`);
}
