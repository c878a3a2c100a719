import { downloadZip } from 'client-zip';

import type { RemovalRequest } from '../removal-request.ts';
import { type Raster, resized, sharpOf } from './raster.ts';

export interface EncodedImage {
  readonly bytes: Uint8Array;
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp' | 'application/zip';
}

/** Qualities, 1…100. At these values no difference to the pixels is visible. */
const quality = { jpg: 92, webp: 90 };

/** Width in pixels of a cell, in which a colour under transparent pixels is chosen. */
const cellPx = 16;

/** Encodes a result. `auto` is a PNG when anything is transparent, otherwise a JPEG. A JPEG fills it with white. */
export async function encode(raster: Raster, { format, channels }: RemovalRequest): Promise<EncodedImage> {
  if (channels === 'alpha' && format !== 'zip') return await encodeMatte(raster, format);
  switch (format === 'auto' ? (isOpaque(raster) ? 'jpg' : 'png') : format) {
    case 'png':
      return { type: 'image/png', bytes: await sharpOf(raster).png().toBuffer() };
    case 'webp':
      return {
        type: 'image/webp',
        bytes: await sharpOf(raster).webp({ quality: quality.webp, alphaQuality: 100 }).toBuffer(),
      };
    case 'zip':
      return await encodeZip(raster);
    default:
      return { type: 'image/jpeg', bytes: await jpegOf(raster) };
  }
}

async function encodeMatte(raster: Raster, format: Exclude<RemovalRequest['format'], 'zip'>): Promise<EncodedImage> {
  const matte = sharpOf(raster).extractChannel(3).toColourspace('b-w');
  if (format === 'jpg') return { type: 'image/jpeg', bytes: await matte.jpeg({ quality: quality.jpg }).toBuffer() };
  if (format === 'webp') return { type: 'image/webp', bytes: await matte.webp({ lossless: true }).toBuffer() };
  return { type: 'image/png', bytes: await matte.png().toBuffer() };
}

/** Encodes colours and matte as two files, which together are smaller than a PNG. */
async function encodeZip(raster: Raster): Promise<EncodedImage> {
  const color = await sharpOf(await withExtendedColors(raster))
    .removeAlpha()
    .jpeg({ quality: quality.jpg, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const alpha = await sharpOf(raster).extractChannel(3).toColourspace('b-w').png().toBuffer();
  const files = downloadZip([
    { name: 'color.jpg', input: new Uint8Array(color) },
    { name: 'alpha.png', input: new Uint8Array(alpha) },
  ]);
  return { type: 'application/zip', bytes: new Uint8Array(await files.arrayBuffer()) };
}

function jpegOf(raster: Raster): Promise<Buffer> {
  return sharpOf(raster)
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: quality.jpg, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

function isOpaque({ data }: Raster): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

/**
 * Fills transparent pixels near the subject with its colours. A JPEG mixes the colours of neighbouring pixels, so black
 * ones would darken the subject's edge.
 */
async function withExtendedColors(raster: Raster): Promise<Raster> {
  const { widthPx, heightPx } = raster;
  const cells = await resized(raster, Math.ceil(widthPx / cellPx), Math.ceil(heightPx / cellPx));
  const data = new Uint8ClampedArray(raster.data);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    const row = Math.floor((y * cells.heightPx) / heightPx) * cells.widthPx;
    for (let x = 0; x < widthPx; x += 1, at += 4) {
      if (data[at + 3] !== 0) continue;
      const cell = (row + Math.floor((x * cells.widthPx) / widthPx)) * 4;
      data[at] = cells.data[cell] ?? 0;
      data[at + 1] = cells.data[cell + 1] ?? 0;
      data[at + 2] = cells.data[cell + 2] ?? 0;
    }
  }
  return { widthPx, heightPx, data };
}
