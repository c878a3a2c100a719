import { createSegmenter, type RunReport, translateError } from '@isola/segmenter';

export type CutoutAnswer =
  | {
      readonly outcome: 'done';
      readonly widthPx: number;
      readonly heightPx: number;
      readonly subject: 'found' | 'none';
      readonly run: RunReport;
    }
  | { readonly outcome: 'failed'; readonly code: string; readonly detail?: string };

export interface CutoutPage {
  /** Fetches a picture, cuts it out, and puts the PNG and the bare matte (8 bits a pixel) to their addresses. */
  cutOut(pictureUrl: string, pngUrl: string, matteUrl: string | undefined): Promise<CutoutAnswer>;
}

declare global {
  interface Window {
    cutoutPage: CutoutPage;
  }
}

const model = new URLSearchParams(location.search).get('model');
const segmenter = createSegmenter(model ? { model } : {});

window.cutoutPage = {
  async cutOut(pictureUrl, pngUrl, matteUrl) {
    try {
      const picture = await (await fetch(pictureUrl)).blob();
      const result = await segmenter.segment(picture);
      const { widthPx, heightPx, subject, run } = result;
      result.cutout.close();
      await fetch(pngUrl, { method: 'PUT', body: result.png });
      if (matteUrl) await fetch(matteUrl, { method: 'PUT', body: result.matte.data });
      return { outcome: 'done', widthPx, heightPx, subject, run };
    } catch (error) {
      return { outcome: 'failed', ...translateError(error) };
    }
  },
};
