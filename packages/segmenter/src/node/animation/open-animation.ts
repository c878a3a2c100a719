import sharp from 'sharp';

import { SegmenterError } from '../../api/errors.ts';
import { translateError } from '../../api/translate-error.ts';
import {
  type AnimationFormat,
  type AnimationFrame,
  type AnimationHeader,
  checkAnimationSize,
} from '../../animation/animation.ts';
import { createFrameComposer } from '../../animation/compose-frames.ts';
import { readApng } from '../../animation/read-apng.ts';
import { inspectImage } from '../../pipeline/inspect-image.ts';
import { decodeFile, sharpPlatform } from '../sharp-platform.ts';

/** An animation whose frames are decoded one after the other. */
export interface OpenedAnimation extends AnimationHeader {
  readonly format: AnimationFormat;
  /** Decodes the frames in order. @throws {SegmenterError} `damaged-image` or `out-of-memory`. */
  readonly decode: () => AsyncGenerator<AnimationFrame>;
}

/** Largest number of pixels that are decoded at once, when a frame has fewer. */
const decodedPixels = 16_000_000;

/**
 * Reads the facts of a GIF, WebP or PNG. A still image is an animation of one frame.
 * @throws {SegmenterError} `empty-file`, `unsupported-format`, `damaged-image`, `image-too-large` or `file-unreadable`.
 */
export async function openAnimation(file: Blob): Promise<OpenedAnimation> {
  const format = await formatOf(file);
  const bytes = await file.arrayBuffer();
  const opened = format === 'png' ? openPng(bytes) : await openWithSharp(format, bytes);
  checkAnimationSize(opened);
  return opened;
}

async function formatOf(file: Blob): Promise<AnimationFormat> {
  const inspection = await inspectImage(file);
  switch (inspection.state) {
    case 'readable':
    case 'image-too-large':
      // The size of all frames is checked afterwards.
      if (inspection.header.type === 'image/png') return 'png';
      if (inspection.header.type === 'image/webp') return 'webp';
      throw new SegmenterError('unsupported-format', 'a JPEG has no frames');
    case 'empty-file':
      throw new SegmenterError('empty-file', 'the file has no bytes');
    case 'damaged-image':
      throw new SegmenterError('damaged-image', `the header of the ${inspection.type} is incomplete or without a size`);
    case 'unsupported-format':
      if (inspection.format === 'GIF') return 'gif';
      throw new SegmenterError(
        'unsupported-format',
        inspection.format ? `the file is ${inspection.format}` : 'the file is not a GIF, WebP or PNG',
      );
    default:
      return inspection satisfies never;
  }
}

function openPng(bytes: ArrayBuffer): OpenedAnimation {
  const { stored, ...header } = readApng(new Uint8Array(bytes));
  return {
    ...header,
    format: 'png',
    async *decode() {
      const composer = createFrameComposer(header);
      for (const [index, frame] of stored.entries()) {
        const picture = await inFrame(index, () => sharpPlatform.decode(frame.file()));
        const pixels = composer.draw(frame, picture.openRows(picture.heightPx)(0, picture.heightPx));
        yield { pixels, durationMs: frame.durationMs };
      }
    },
  };
}

/** Opens a GIF or a WebP. sharp draws each frame over those before it. Its facts are read without decoding a frame. */
async function openWithSharp(format: 'gif' | 'webp', bytes: ArrayBuffer): Promise<OpenedAnimation> {
  const { width, height, ...facts } = await inFrame(0, () => sharp(bytes, { limitInputPixels: false }).metadata());
  const { pages: frames = 1, delay = [], loop: plays = 1 } = facts;
  const frameBytes = width * height * 4;
  return {
    format,
    widthPx: width,
    heightPx: height,
    frames,
    plays,
    async *decode() {
      const pages = Math.max(1, Math.floor(decodedPixels / (width * height)));
      for (let page = 0; page < frames; page += pages) {
        const range = { page, pages: Math.min(pages, frames - page) };
        const { pixels } = await inFrame(page, () => decodeFile(bytes, range));
        for (let index = 0; index < range.pages; index += 1) {
          yield {
            pixels: pixels.slice(index * frameBytes, (index + 1) * frameBytes),
            durationMs: delay[page + index] ?? 0,
          };
        }
      }
    },
  };
}

/** Adds the number of a frame to its error. @param index index of the frame, or of the first of several. */
async function inFrame<T>(index: number, decode: () => Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (cause) {
    const { code, detail } = translateError(cause);
    const isMemory = code === 'out-of-memory';
    throw new SegmenterError(isMemory ? code : 'damaged-image', `from frame ${index + 1} on: ${detail}`, { cause });
  }
}
