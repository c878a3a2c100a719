import { toSrgb } from '../color/linear-light.ts';
import type { Size } from '../geometry/rect.ts';
import { matchDrawn } from './light-layers.ts';
import { addLight } from '../light/light-wrap.ts';
import { prepareLight } from '../light/prepare-light.ts';
import type { DrawnLayer, LayerOpener } from '../layers/open-layers.ts';
import type { ReflectedRow } from '../reflection/reflect-rows.ts';
import type { ReadRow } from '../resample/interpolate-map.ts';
import type { CutoutSource, Matte, Raster } from '../raster/raster.ts';
import { blendOverColor } from './blend-rows.ts';
import { type Composition, subjectOf } from './compose-rows.ts';

/** Parts of a composition, each of the size of the result, from back to front. */
export interface ComposedLayers {
  /** Undefined when the background is transparent. */
  readonly background: Raster | undefined;
  /** Black with alpha; undefined without a shadow. */
  readonly shadow: Raster | undefined;
  /** Shadow of the photograph, black with alpha; undefined without one. */
  readonly photographed: Raster | undefined;
  /** Reflection of the subject with its outline; undefined without one. */
  readonly reflection: Raster | undefined;
  /** One colour with alpha; undefined without an outline. */
  readonly outline: Raster | undefined;
  /**
   * The subject's colours where the matte shows them, and the colours of the image everywhere else. It is opaque wherever the
   * image lies.
   */
  readonly subject: Raster;
  /** The matte, in px of the result. */
  readonly matte: Matte;
  /**
   * Draws the texts and pictures below and above the subject, each the lowest first.
   * @param size Size of the result or of a reduced one.
   */
  readonly drawGraphics: (size: Size) => Promise<DrawnGraphics>;
}

/** Texts and pictures of a result. */
export interface DrawnGraphics {
  /** Graphics between the background and the shadow. */
  readonly below: readonly DrawnLayer[];
  /** Shadows and reflections of subjects before the subject. They lie around the subject's own reflection. */
  readonly ground: readonly DrawnLayer[];
  readonly above: readonly DrawnLayer[];
}

/**
 * Composes a cutout as layers. Colours match the background's light as in the composed result; grain is left out.
 * @param image the image without a matte, placed like the cutout.
 * @throws see `composeRows`.
 */
export async function composeLayers(
  composition: Omit<Composition, 'layers'> & { readonly image: CutoutSource; readonly openLayers: LayerOpener },
  yieldToEventLoop: () => Promise<void>,
): Promise<ComposedLayers> {
  const { background, light, outline, photographed, openLayers, surroundings } = composition;
  const cutout = subjectOf(composition);
  const image = subjectOf({ ...composition, cutout: composition.image });
  const { widthPx, heightPx } = cutout;
  const size = { widthPx, heightPx };
  const { rows, close } = await background({ ...composition, ...size }, yieldToEventLoop);
  try {
    const prepared = await prepareLight(cutout, rows, light, surroundings, outline, photographed, yieldToEventLoop);
    const blank = () => new Uint8ClampedArray(widthPx * heightPx * 4);
    const subject = blank();
    const matte = new Uint8ClampedArray(widthPx * heightPx);
    for await (const { firstRow, data } of image.rows()) {
      subject.set(data.subarray(0, subject.length - firstRow * widthPx * 4), firstRow * widthPx * 4);
      await yieldToEventLoop();
    }
    const wrapped = new Float32Array(prepared.wrap ? widthPx * 3 : 0);
    const reflection = prepared.reflection && blank();
    const covered = new Float32Array(prepared.outline ? widthPx : 0);
    for await (const { firstRow, rowCount, data } of cutout.rows()) {
      for (let row = 0; row < rowCount; row += 1) {
        const y = firstRow + row;
        const colors = data.slice(row * widthPx * 4, (row + 1) * widthPx * 4);
        prepared.match?.(colors);
        if (prepared.wrap) {
          prepared.wrap(y, wrapped);
          addLight(colors, wrapped);
        }
        if (reflection) {
          const outlined = colors.slice();
          if (prepared.outline) {
            prepared.outline.coverage(y, covered);
            blendOverColor(outlined, covered, prepared.outline.color);
          }
          prepared.reflection?.add(outlined, y);
          paintReflection(prepared.reflection?.readRow(y), reflection.subarray(y * widthPx * 4, (y + 1) * widthPx * 4));
        }
        showThrough(
          colors,
          subject.subarray(y * widthPx * 4, (y + 1) * widthPx * 4),
          matte.subarray(y * widthPx, (y + 1) * widthPx),
        );
      }
      await yieldToEventLoop();
    }
    const painted = async (paintRow: (y: number, into: Uint8ClampedArray) => void): Promise<Raster> => {
      const data = blank();
      for (let y = 0; y < heightPx; y += 1) {
        paintRow(y, data.subarray(y * widthPx * 4, (y + 1) * widthPx * 4));
        if (y % 64 === 63) await yieldToEventLoop();
      }
      return { ...size, data };
    };
    const behind = new Float32Array(rows ? widthPx * 3 : 0);
    const shares = new Float32Array(widthPx);
    const { left, outline: around } = prepared;
    const darkened = (readRow: ReadRow) =>
      painted((y, into) => {
        readRow(y, shares);
        for (let x = 0; x < widthPx; x += 1) into[x * 4 + 3] = 255 - toSrgb(shares[x] ?? 1);
      });
    return {
      background:
        rows &&
        (await painted((y, into) => {
          rows.readRow(y, behind);
          for (let x = 0; x < widthPx; x += 1) {
            const at = x * 3;
            into.set([toSrgb(behind[at] ?? 0), toSrgb(behind[at + 1] ?? 0), toSrgb(behind[at + 2] ?? 0), 255], x * 4);
          }
        })),
      shadow: left && (await darkened(left)),
      photographed: prepared.photographed && (await darkened(prepared.photographed)),
      reflection: reflection && { ...size, data: reflection },
      outline:
        around &&
        (await painted((y, into) => {
          around.coverage(y, shares);
          const [red, green, blue] = around.color.map(toSrgb);
          for (let x = 0; x < widthPx; x += 1) {
            into.set([red ?? 0, green ?? 0, blue ?? 0, 255 * (shares[x] ?? 0)], x * 4);
          }
        })),
      subject: { ...size, data: subject },
      matte: { ...size, data: matte },
      async drawGraphics(shown) {
        const layers = await openLayers(shown);
        const matched = (list: 'below' | 'ground' | 'above') =>
          layers.draw(list).map((part) => matchDrawn(part, prepared.matchOther));
        return { below: matched('below'), ground: matched('ground'), above: matched('above') };
      },
    };
  } finally {
    close?.();
  }
}

/** Writes a row of a reflection with its opacity as alpha. */
function paintReflection(reflected: ReflectedRow | undefined, into: Uint8ClampedArray): void {
  if (!reflected) return;
  into.set(reflected.data);
  for (let at = 3; at < into.length; at += 4) into[at] = (into[at] ?? 0) * reflected.share;
}

/** Writes the colours of a cutout's row over those of the image where the cutout is visible, and its alpha into the matte. */
function showThrough(colors: Uint8ClampedArray, subject: Uint8ClampedArray, matte: Uint8ClampedArray): void {
  for (let x = 0; x < matte.length; x += 1) {
    const alpha = colors[x * 4 + 3] ?? 0;
    matte[x] = alpha;
    if (alpha === 0) continue;
    colors[x * 4 + 3] = 255;
    subject.set(colors.subarray(x * 4, x * 4 + 4), x * 4);
  }
}
