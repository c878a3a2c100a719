import { type Layer, writePsdUint8Array } from 'ag-psd';

import type { ComposedLayers, DrawnGraphics } from '../../compose/compose-layers.ts';
import type { Matte, Raster } from '../../raster/raster.ts';
import type { DrawnLayer } from '../../layers/open-layers.ts';
import { answerWith } from '../ask-encoder.ts';
import type { LayerNames } from '../define-encoder.ts';
import { addResources } from './add-resources.ts';

/** Message to the worker. */
export interface PsdRequest {
  /** The composed result, which programs show that do not read layers. */
  readonly composite: Raster;
  readonly layers: Omit<ComposedLayers, 'drawGraphics'>;
  readonly graphics: DrawnGraphics;
  readonly names: LayerNames;
  readonly dotsPerInch: number | undefined;
  /** ICC profile. */
  readonly profile: Uint8Array<ArrayBuffer>;
  /** EXIF data as a TIFF block. */
  readonly exif: Uint8Array<ArrayBuffer> | undefined;
  /** XMP packet. */
  readonly xmp: Uint8Array<ArrayBuffer> | undefined;
}

/** Numbers of the image resources that the library does not write. @see Adobe Photoshop File Formats Specification */
const resourceIds = { iccProfile: 1039, exif: 1058, xmp: 1060 } as const;
/** Resolution that programs assume when none is chosen. */
const usualDotsPerInch = 72;

addEventListener('message', ({ data }: MessageEvent<PsdRequest>) => void answerWith(() => writePsd(data)));

function writePsd({ composite, layers, graphics, names, dotsPerInch, profile, exif, xmp }: PsdRequest) {
  const { background, shadow, photographed, reflection, outline, subject, matte } = layers;
  const graphic = (drawn: DrawnLayer) => graphicOf(drawn, names);
  const onGround = (role: DrawnLayer['role']) => graphics.ground.filter((each) => each.role === role).map(graphic);
  const children = [
    background && layerOf(names.background, background),
    ...graphics.below.map(graphic),
    photographed && layerOf(names.photographed ?? names.shadow, photographed),
    shadow && layerOf(names.shadow, shadow),
    ...onGround('shadow'),
    reflection && layerOf(reflectionName(names), reflection),
    ...onGround('reflection'),
    outline && layerOf(names.outline, outline),
    { ...layerOf(names.subject, subject), mask: maskOf(matte) },
    ...graphics.above.map(graphic),
  ].filter((layer) => layer !== undefined);
  const resolution = dotsPerInch ?? usualDotsPerInch;
  const psd = writePsdUint8Array(
    {
      width: composite.widthPx,
      height: composite.heightPx,
      imageData: pixelsOf(composite),
      imageResources: {
        resolutionInfo: {
          horizontalResolution: resolution,
          horizontalResolutionUnit: 'PPI',
          widthUnit: 'Centimeters',
          verticalResolution: resolution,
          verticalResolutionUnit: 'PPI',
          heightUnit: 'Centimeters',
        },
      },
      children,
    },
    // Every layer stays a layer, which can be moved and hidden.
    { noBackground: true },
  );
  const resources = [
    { id: resourceIds.iccProfile, data: profile },
    ...(exif ? [{ id: resourceIds.exif, data: exif }] : []),
    ...(xmp ? [{ id: resourceIds.xmp, data: xmp }] : []),
  ];
  return Promise.resolve(addResources(new Uint8Array(psd), resources));
}

/** Makes a layer of the part of a raster that is not transparent. */
function layerOf(name: string, { widthPx, heightPx, data }: Raster): Layer {
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let y = 0, at = 3; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1, at += 4) {
      if (data[at] === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  // Nothing is visible, so the layer is empty.
  if (left > right) [left, top] = [right, bottom];
  const [width, height] = [right - left, bottom - top];
  const part = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const start = ((top + row) * widthPx + left) * 4;
    part.set(data.subarray(start, start + width * 4), row * width * 4);
  }
  return { name, left, top, right, bottom, imageData: { width, height, data: part }, blendMode: 'normal' };
}

function reflectionName({ reflection, shadow }: LayerNames): string {
  return reflection ?? shadow;
}

/** Returns the name of a layer that has none of its own. */
function usualName(role: DrawnLayer['role'], names: LayerNames): string {
  switch (role) {
    case 'graphic':
      return '-';
    case 'subject':
    case 'shadow':
      return names[role];
    case 'reflection':
      return reflectionName(names);
    default:
      return role satisfies never;
  }
}

/** Makes a layer of a text, a picture, or a part of an added subject. */
function graphicOf({ x, y, role, ...drawn }: DrawnLayer, names: LayerNames): Layer {
  const { left = 0, top = 0, right = 0, bottom = 0, ...layer } = layerOf(drawn.name || usualName(role, names), drawn);
  return { ...layer, left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

function pixelsOf({ widthPx, heightPx, data }: Raster) {
  return { width: widthPx, height: heightPx, data };
}

/** Returns the mask as the library reads it: the value of a pixel is its first channel. */
function maskOf({ widthPx, heightPx, data }: Matte): NonNullable<Layer['mask']> {
  const rgba = new Uint8ClampedArray(data.length * 4);
  for (let at = 0; at < data.length; at += 1) rgba[at * 4] = data[at] ?? 0;
  const imageData = { width: widthPx, height: heightPx, data: rgba };
  return { top: 0, left: 0, bottom: heightPx, right: widthPx, defaultColor: 0, imageData };
}
