import { fileOf } from '@isola/segmenter/imaging';
import * as z from 'zod/mini';

import { srgbProfile } from '../../color/srgb-profile.ts';
import type { ComposedLayers } from '../../compose/compose-layers.ts';
import { CompositorError } from '../../job/compositor-error.ts';
import { writeXmp } from '../../metadata/credit.ts';
import { writeExif } from '../../metadata/write-exif.ts';
import { askEncoder } from '../ask-encoder.ts';
import { commonEncoding, defineEncoder, type LayerNames } from '../define-encoder.ts';
import type { PsdRequest } from './psd-worker.ts';

const layerName = z.string().check(z.minLength(1), z.maxLength(120));

const englishNames: LayerNames = {
  background: 'Background',
  shadow: 'Shadow',
  photographed: 'Photographed shadow',
  reflection: 'Reflection',
  outline: 'Outline',
  subject: 'Subject',
};

/**
 * PSD with a layer for the background, the photographed shadow, the drawn shadow, the reflection, the outline, the subject, and each text, picture and added subject with its shadow and reflection. The matte is the mask of the subject's layer, so
 * that painting on the mask brings hidden parts of the image back.
 */
export const psdEncoder = defineEncoder('psd', {
  schema: z.object({
    format: z.literal('psd'),
    /** Names of the layers; English by default. */
    layerNames: z.optional(
      z.object({
        background: layerName,
        shadow: layerName,
        photographed: z.optional(layerName),
        reflection: z.optional(layerName),
        outline: layerName,
        subject: layerName,
      }),
    ),
    ...commonEncoding,
  }),
  isLossy: false,
  open(raster, { params, metadata, lifetime, readLayers }) {
    return async () => {
      if (!readLayers) throw new CompositorError('processing-failed', 'a PSD needs the layers of the result');
      const { drawGraphics, ...composed } = await readLayers();
      const graphics = await drawGraphics(raster);
      const worker = new Worker(new URL('./psd-worker.ts', import.meta.url), { type: 'module', name: 'isola-psd' });
      lifetime.addEventListener('abort', () => worker.terminate(), { once: true });
      const request: PsdRequest = {
        composite: raster,
        layers: composed,
        graphics,
        names: { ...englishNames, ...params.layerNames },
        dotsPerInch: params.dotsPerInch,
        profile: srgbProfile(),
        exif: writeExif(metadata, undefined, params),
        xmp: writeXmp(params),
      };
      try {
        const file = await askEncoder(worker, request, lifetime, [
          ...buffersOf(composed),
          ...[...graphics.below, ...graphics.ground, ...graphics.above].map(({ data }) => data.buffer),
        ]);
        return fileOf([file], 'image/vnd.adobe.photoshop');
      } finally {
        worker.terminate();
      }
    };
  },
});

/** Returns the memory of the layers, which only the worker needs. */
function buffersOf({
  background,
  shadow,
  photographed,
  reflection,
  outline,
  subject,
  matte,
}: Omit<ComposedLayers, 'drawGraphics'>): ArrayBuffer[] {
  return [background, photographed, shadow, reflection, outline, subject, matte].flatMap((layer) =>
    layer ? [layer.data.buffer] : [],
  );
}
