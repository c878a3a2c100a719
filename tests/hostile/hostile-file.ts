/** Result of opening a file: what the image must look like, or the code of the refusal. */
export type Expected =
  | {
      readonly outcome: 'opens';
      /** Size after the orientation has been applied. */
      readonly widthPx: number;
      readonly heightPx: number;
      /** Colours of the image's quarters. Absent for an image without quarters. */
      readonly quarters?: Quarters;
    }
  | {
      readonly outcome: 'refused';
      readonly code: 'damaged-image' | 'empty-file' | 'file-too-large' | 'image-too-large' | 'unsupported-format';
      /** Format that the message names. Absent when the format is not recognised. */
      readonly format?: string;
    };

/** RGB of the quarters' middles, or undefined where the image is transparent. Each channel is 0…255. */
export type Quarters = readonly [topLeft: Colour, topRight: Colour, bottomLeft: Colour, bottomRight: Colour];

type Colour = readonly [red: number, green: number, blue: number] | undefined;

/** A file that a visitor, a broken program or an attacker may bring. */
export interface HostileFile {
  /** Name, unique among all files. It is safe on every disk. */
  readonly name: string;
  readonly bytes: Buffer;
  /** Expected result where files of this size are accepted; see `expectedWithin`. */
  readonly expected: Expected;
  /** Expected result in Node, where libvips decodes, if it differs from that of a browser. */
  readonly inNode?: Expected;
  /** Expected result of converting a format that is refused first; undefined for one that cannot be converted. */
  readonly converted?: Expected;
  /** Expected result of the conversion in Node, if it differs. */
  readonly convertedInNode?: Expected;
}

/** Size of the picture in most files. */
export const pictureSize = { widthPx: 64, heightPx: 48 } as const;

/**
 * Colours of the picture. Only the first has much red, also as a grey, so that a mask of the red channel is right in one
 * quarter alone. All four differ, so that a rotated or mirrored picture is recognised.
 */
export const pictureQuarters = [
  [255, 150, 130],
  [0, 140, 0],
  [30, 30, 160],
  [20, 20, 20],
] as const satisfies Quarters;

/** The picture without colours, with the luma of BT.601, which JPEG uses. */
export const greyQuarters = pictureQuarters.map(([red, green, blue]) => {
  const grey = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
  return [grey, grey, grey] as const;
}) as unknown as Quarters;

/** Expects the picture, upright. */
export const opens: Expected = { outcome: 'opens', ...pictureSize, quarters: pictureQuarters };

/** Expects the picture as grey. */
export const opensGrey: Expected = { outcome: 'opens', ...pictureSize, quarters: greyQuarters };

/** Expects the picture with a transparent last quarter. */
export const opensTransparent: Expected = {
  outcome: 'opens',
  ...pictureSize,
  quarters: [pictureQuarters[0], pictureQuarters[1], pictureQuarters[2], undefined],
};

/** Expects an image of this size, whatever it shows. */
export const opensAs = (widthPx: number, heightPx: number, quarters?: Quarters): Expected => ({
  outcome: 'opens',
  widthPx,
  heightPx,
  ...(quarters && { quarters }),
});

export const damaged: Expected = { outcome: 'refused', code: 'damaged-image' };
export const empty: Expected = { outcome: 'refused', code: 'empty-file' };
export const tooManyPixels: Expected = { outcome: 'refused', code: 'image-too-large' };

/** Expects a refusal that names the format, if it is recognised. */
export const foreign = (format?: string): Expected => ({
  outcome: 'refused',
  code: 'unsupported-format',
  ...(format !== undefined && { format }),
});

/** Returns what is expected of a file where files up to this size are accepted. */
export const expectedWithin = (maxBytes: number, file: HostileFile, expected = file.expected): Expected =>
  expected.outcome === 'opens' && file.bytes.length > maxBytes
    ? { outcome: 'refused', code: 'file-too-large' }
    : expected;

/** Returns the picture's pixels: RGBA, row by row. @param isClear true to make the last quarter transparent. */
export function picturePixels(isClear = false): Buffer {
  const { widthPx, heightPx } = pictureSize;
  const pixels = Buffer.alloc(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const quarter = (y < heightPx / 2 ? 0 : 2) + (x < widthPx / 2 ? 0 : 1);
      const [red = 0, green = 0, blue = 0] = pictureQuarters[quarter] ?? [];
      pixels.set([red, green, blue, isClear && quarter === 3 ? 0 : 255], (y * widthPx + x) * 4);
    }
  }
  return pixels;
}
