import { type BackgroundOpener, checkBackground, type CheckedBackground } from '../background/open-background.ts';
import type { BackgroundDefinition, BackgroundParams } from '../background/define-background-source.ts';
import type { EncoderDefinition } from '../encode/define-encoder.ts';
import { encodeImage, prepareEncoding } from '../encode/encode-image.ts';
import { encodeMattePng } from '../encode/png.ts';
import { chain, translation } from '../geometry/affine.ts';
import type { Size } from '../geometry/rect.ts';
import type { Task } from '../job/task.ts';
import { type LayerOpener, openLayers } from '../layers/open-layers.ts';
import { checkLayers, prepareLayers } from '../layers/prepare-layers.ts';
import { readCameraMetadata } from '../metadata/read-camera-metadata.ts';
import { context2d } from '../raster/context-2d.ts';
import type { ShadowRefusal } from '../light/photographed/find-photographed-shadow.ts';
import type { Raster } from '../raster/raster.ts';
import { isLarger, sizeInPhoto } from '../resample/output-transform.ts';
import { samplePreview } from '../resample/sample-preview.ts';
import { restoreBlobs } from './blob-references.ts';
import { blobsOf, type ImageSession } from './image-session.ts';
import type { OpenImage } from './open-image.ts';
import type { Job, Outcomes, RenderedView, RenderParams, RenderQuality } from './protocol.ts';

/**
 * Largest number of pixels of a view. A window shows no more, except at a zoom at which only a part of the result is
 * visible.
 */
const maxViewPixels = 16_777_216;

/** Computes the outcome of a job from the image of a session. */
export type RunJob = (session: ImageSession, job: Job, task: Task) => Promise<Outcomes[Job['kind']]>;

/** Creates a function that runs jobs with these backgrounds and encoders. */
export function createJobRunner(
  backgrounds: readonly BackgroundDefinition[],
  encoders: readonly EncoderDefinition[],
): RunJob {
  return run;

  async function run(session: ImageSession, job: Job, task: Task): Promise<Outcomes[Job['kind']]> {
    const { image, source } = await session.opened();
    switch (job.kind) {
      case 'refine':
        return image.refine(job.edits, job.isWhole, task);
      case 'render':
        return {
          ...(await viewOf(await rendered(session, image, job.params, job.quality, task), job.quality)),
          ...(await missingShadow(image, job.params, task)),
        };
      case 'render-background':
        return viewOf(await image.composeBackground(job.params, draftBackground(session, job.params), task), 'draft');
      case 'encode': {
        const encoding = prepareEncoding(encoders, job.encoding);
        const marginPx = encoding.definition.marginPx?.(encoding.params) ?? 0;
        const params = withMargin(job.params, marginPx);
        const raster = await rendered(session, image, params, 'full', task, marginPx);
        const metadata = job.encoding.includesMetadata ? await readCameraMetadata(source.image) : undefined;
        const { open } = backgroundOf(session, params);
        const readLayers = () => image.composeLayers(params, open, layerOpener(session, params, marginPx), task);
        const encoded = await encodeImage(raster, encoding, task, { metadata, readLayers });
        const { previewSidePx } = job;
        const missing = await missingShadow(image, job.params, task);
        return {
          ...encoded,
          ...missing,
          ...enlargedFrom(job.params, source.matte),
          ...(previewSidePx && { preview: samplePreview(raster, previewSidePx) }),
        };
      }
      case 'encode-matte': {
        const matte = await image.editMatte(job.edits, task);
        const { widthPx, heightPx } = matte;
        const reportRows = (count: number) => task.report('encode', count, heightPx);
        return { file: await encodeMattePng(matte, task.yieldToEventLoop, reportRows), widthPx, heightPx };
      }
      case 'edit-matte':
        return image.editMatte(job.edits, task);
      case 'measure-fringe':
        return image.measureFringe(job.edits, task);
      case 'find-shadow': {
        const { refusal } = await image.findShadow(job.edits, task);
        return { refusal };
      }
      case 'pixelate':
        return image.pixelate(job.edits, job.areas, task);
      case 'retouch':
        return image.retouch(job.edits, job.retouch, task);
      default:
        return job satisfies never;
    }
  }

  async function rendered(
    session: ImageSession,
    image: OpenImage,
    params: RenderParams,
    quality: RenderQuality,
    task: Task,
    marginPx = 0,
  ): Promise<Raster> {
    const layers = layerOpener(session, params, marginPx);
    if (quality === 'draft') return image.compose(params, draftBackground(session, params), layers, 'draft', task);
    const key = JSON.stringify([params, marginPx]);
    const raster =
      session.takeResult(key) ??
      (await image.compose(params, backgroundOf(session, params).open, layers, 'full', task));
    session.keepResult(key, raster);
    return raster;
  }

  function backgroundOf(session: ImageSession, { background }: RenderParams): CheckedBackground {
    return checkBackground(backgrounds, restoreBlobs<BackgroundParams>(background, blobsOf(session)));
  }

  /** Returns a cached background for drafts: it stays the same while the subject is moved or its light is chosen. */
  function draftBackground(session: ImageSession, params: RenderParams): BackgroundOpener {
    const { open, followsImage } = backgroundOf(session, params);
    return followsImage ? open : session.backgroundCache.cached(JSON.stringify(params.background), open);
  }
}

/**
 * Returns a function that opens the layers of a result for any size of it.
 * @param marginPx Margin by which the result is extended on each side. Layers are placed within it.
 */
function layerOpener(session: ImageSession, params: RenderParams, marginPx: number): LayerOpener {
  const { layers = [], fontFaces = [], transform, light, surroundings } = params;
  return async (size, precision) => {
    const scale = size.widthPx / transform.widthPx;
    const frame = {
      x: marginPx * scale,
      y: marginPx * scale,
      widthPx: (transform.widthPx - 2 * marginPx) * scale,
      heightPx: (transform.heightPx - 2 * marginPx) * scale,
    };
    const checked = checkLayers(layers.map((layer) => restoreBlobs(layer, blobsOf(session))));
    session.layerPictures.keepOnly(checked.flatMap((layer) => ('image' in layer ? [layer.image] : [])));
    const prepared = await prepareLayers(checked, fontFaces, frame, session.layerPictures, precision);
    return openLayers(prepared, size, { light, ground: surroundings?.ground });
  };
}

/** Returns why a result lacks the shadow of the photograph, unless it has that shadow or needs none. */
async function missingShadow(
  image: OpenImage,
  { light, edits }: RenderParams,
  task: Task,
): Promise<{ readonly missingShadow?: ShadowRefusal }> {
  if (!light.photographed) return {};
  const { refusal } = await image.findShadow(edits, task);
  return refusal ? { missingShadow: refusal } : {};
}

/** Returns the size in px of the image from which a result was enlarged by the network, if it was. */
function enlargedFrom({ isEnlarged, transform }: RenderParams, image: Size): { readonly enlargedFrom?: Size } {
  return isEnlarged && isLarger(transform) ? { enlargedFrom: sizeInPhoto(transform, image) } : {};
}

/** Extends a result on each side. The image stays in its place. */
function withMargin(params: RenderParams, marginPx: number): RenderParams {
  if (marginPx === 0) return params;
  const { toPhoto, widthPx, heightPx } = params.transform;
  return {
    ...params,
    transform: {
      toPhoto: chain(translation(-marginPx, -marginPx), toPhoto),
      widthPx: widthPx + 2 * marginPx,
      heightPx: heightPx + 2 * marginPx,
    },
  };
}

async function viewOf({ widthPx, heightPx, data }: Raster, quality: RenderQuality): Promise<RenderedView> {
  const image = new ImageData(data, widthPx, heightPx);
  const scale = Math.min(1, Math.sqrt(maxViewPixels / (widthPx * heightPx)));
  if (scale === 1) return { bitmap: await createImageBitmap(image), quality };
  const canvas = context2d(widthPx, heightPx, true);
  canvas.putImageData(image, 0, 0);
  const resizeWidth = Math.floor(widthPx * scale);
  return { bitmap: await createImageBitmap(canvas.canvas, { resizeWidth, resizeQuality: 'high' }), quality };
}
