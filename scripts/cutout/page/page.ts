import { type ContactSheet, createItemCompositors, renderContactSheet, renderItem } from '@isola/batch';
import { builtInRegistries, type Preset } from '@isola/editor';
import { CompositorError, type ShadowRefusal } from '@isola/imaging';
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
}

export type RenderAnswer =
  | {
      readonly outcome: 'done';
      /** Size of the result. */
      readonly widthPx: number;
      readonly heightPx: number;
      /** Reason why the result lacks the shadow of its photograph, although it should have one. */
      readonly missingShadow?: ShadowRefusal;
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
  async render({ pictureUrl, matteUrl, resultUrl, name, widthPx, heightPx, run, preset }) {
    try {
      const [picture, matte] = await Promise.all([fetch(pictureUrl), fetch(matteUrl)]);
      const image = await uprightImage(await picture.blob());
      const data = new Uint8ClampedArray(await matte.arrayBuffer());
      const confidence = { value: 1, map: new Uint8ClampedArray(), mapWidthPx: 0, mapHeightPx: 0, disputed: [] };
      const { file, missingShadow, ...size } = await renderItem(
        { image, name, matte: { data, widthPx, heightPx }, facts: { run, subject: 'found', confidence } },
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
      return {
        outcome: 'done',
        widthPx: size.widthPx,
        heightPx: size.heightPx,
        ...(missingShadow && { missingShadow }),
      };
    } catch (error) {
      if (error instanceof CompositorError) return { outcome: 'failed', code: error.code, detail: error.message };
      return { outcome: 'failed', ...translateError(error) };
    }
  },
  async contactSheet({ sheet, images, resultUrl }) {
    const file = await renderContactSheet(
      sheet,
      images.map(({ name, url }) => ({ name, read: async () => (await fetch(url)).blob() })),
      { fontFamily: 'sans-serif', signal, onProgress },
    );
    await put(resultUrl, file);
  },
};

async function put(url: string, body: Blob): Promise<void> {
  const { ok, status } = await fetch(url, { method: 'PUT', body });
  if (!ok) throw new Error(`${url} answered ${status}`);
}
