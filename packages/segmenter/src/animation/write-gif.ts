import { fileOf } from '../file/file-of.ts';
import { type AnimationHeader, type AnimationWriter, unexpectedFrame } from './animation.ts';
import { lettersOf, uint16 } from './bytes.ts';

/** First bytes of the blocks of a GIF. */
const block = { extension: 0x21, image: 0x2c, trailer: 0x3b } as const;
const graphicControl = 0xf9;
/** The flag of a colour table, whose size is in the three lowest bits. */
const tableFlag = 0x80;
/** Disposal 2: the frame is cleared before the next one is shown. */
const clearAfterwards = 2 << 2;
const maxRepeats = 0xff_ff;
const maxDelay = 0xff_ff;

/**
 * Creates a writer of animated GIFs. The frames are GIFs of one image. Each keeps its own colours. Frames that are equal stay
 * separate; libvips's own encoder of animations would join them.
 * @see https://www.w3.org/Graphics/GIF/spec-gif89a.txt
 */
export function createGifWriter({ widthPx, heightPx, plays }: AnimationHeader): AnimationWriter {
  const parts: Uint8Array<ArrayBuffer>[] = [
    Uint8Array.of(...lettersOf('GIF89a'), ...uint16(widthPx), ...uint16(heightPx), 0, 0, 0),
  ];
  // Without this extension a GIF is played once. It states how often the animation is repeated.
  if (plays !== 1) {
    const repeats = plays === 0 ? 0 : Math.min(plays - 1, maxRepeats);
    parts.push(Uint8Array.of(block.extension, 0xff, 11, ...lettersOf('NETSCAPE2.0'), 3, 1, ...uint16(repeats), 0));
  }
  return {
    add(file, durationMs) {
      const { transparent, descriptor, colours, image } = readImage(file);
      // Delays are hundredths of a second.
      const delay = uint16(Math.min(Math.round(durationMs / 10), maxDelay));
      const flags = clearAfterwards | (transparent === undefined ? 0 : 1);
      parts.push(
        Uint8Array.of(block.extension, graphicControl, 4, flags, ...delay, transparent ?? 0, 0),
        descriptor,
        colours,
        image,
      );
    },
    finish: () => fileOf([...parts, Uint8Array.of(block.trailer)], 'image/gif'),
  };
}

interface GifImage {
  /** Index of the transparent colour. */
  readonly transparent: number | undefined;
  /** The image's place and size, with the flags of its colour table. */
  readonly descriptor: Uint8Array<ArrayBuffer>;
  readonly colours: Uint8Array<ArrayBuffer>;
  /** The compressed pixels. */
  readonly image: Uint8Array<ArrayBuffer>;
}

/** Reads the first image of a GIF. Its own colour table, or otherwise the file's, becomes its own. */
function readImage(file: Uint8Array): GifImage {
  if (String.fromCharCode(...file.subarray(0, 3)) !== 'GIF') throw unexpectedFrame('it is not a GIF');
  const byte = (at: number) => {
    const value = file[at];
    if (value === undefined) throw unexpectedFrame('it ends too early');
    return value;
  };
  const skipBlocks = (start: number) => {
    let at = start;
    while (byte(at) > 0) at += 1 + byte(at);
    return at + 1;
  };
  const shared = tableBytes(byte(10));
  let transparent: number | undefined;
  for (let at = 13 + shared; ;) {
    if (byte(at) === block.extension) {
      if (byte(at + 1) === graphicControl && (byte(at + 3) & 1) > 0) transparent = byte(at + 6);
      at = skipBlocks(at + 2);
    } else if (byte(at) === block.image) {
      const own = tableBytes(byte(at + 9));
      const descriptor = file.slice(at, at + 10);
      // The bits of interlacing stay; those of the colour table become the table's that the frame gets.
      if (own === 0) descriptor[9] = (byte(at + 9) & 0x40) | (byte(10) & (tableFlag | 7));
      const colours = own > 0 ? file.slice(at + 10, at + 10 + own) : file.slice(13, 13 + shared);
      const imageAt = at + 10 + own;
      return { transparent, descriptor, colours, image: file.slice(imageAt, skipBlocks(imageAt + 1)) };
    } else {
      throw unexpectedFrame('it has no image');
    }
  }
}

/** Returns the size of a colour table. @param flags the byte with its flag and its size. */
function tableBytes(flags: number): number {
  return flags & tableFlag ? 3 << ((flags & 7) + 1) : 0;
}
