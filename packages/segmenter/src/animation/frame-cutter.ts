import type { Transparency } from '../api/options.ts';
import { ownTransparencyModel } from '../api/segmentation.ts';
import type { Size } from '../api/size.ts';
import { flattenerOnto } from '../pipeline/flatten.ts';
import { createEdgeSteadier } from './steady-edge.ts';

/** A cut-out of a frame, with the fact on which the next frames depend. */
export interface SegmentedFrame {
  /** RGBA, 8-bit sRGB, straight alpha. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly run: { readonly model: string };
}

export interface FrameCutterOptions {
  /** @default 'keep' */
  readonly transparency?: Transparency | undefined;
  /** Background colour, `#rrggbb`. Default: none. */
  readonly background?: string | undefined;
  /** @default true */
  readonly steadyEdge?: boolean | undefined;
}

/** Cuts out consecutive frames of one size. */
export interface FrameCutter {
  /**
   * Cuts out the next frame.
   * @param frame RGBA, 8-bit sRGB, straight alpha. The result may be the same array.
   */
  cutOut(frame: Uint8ClampedArray<ArrayBuffer>): Promise<Uint8ClampedArray<ArrayBuffer>>;
  /** Facts about all frames so far. */
  facts(): { readonly subject: 'found' | 'none'; readonly keptTransparency: boolean };
}

/**
 * Creates a cutter of frames, which steadies the edge from frame to frame. The first frame decides for all whether they are
 * cut out already and keep their transparency.
 * @param segment cuts out a single frame.
 */
export function createFrameCutter(
  segment: (frame: Uint8ClampedArray<ArrayBuffer>, transparency: Transparency) => Promise<SegmentedFrame>,
  size: Size,
  { transparency: wanted = 'keep', background, steadyEdge = true }: FrameCutterOptions,
): FrameCutter {
  const steadier = steadyEdge ? createEdgeSteadier(size) : undefined;
  const flatten = background === undefined ? undefined : flattenerOnto(background);
  let keptTransparency: boolean | undefined;
  let subject: 'found' | 'none' = 'none';

  async function withoutBackground(frame: Uint8ClampedArray<ArrayBuffer>): Promise<Uint8ClampedArray<ArrayBuffer>> {
    if (keptTransparency) return frame;
    const { pixels, run } = await segment(frame, keptTransparency === undefined ? wanted : 'cut');
    keptTransparency ??= run.model === ownTransparencyModel;
    if (!keptTransparency) steadier?.steady(frame, pixels);
    return pixels;
  }

  return {
    async cutOut(frame) {
      const pixels = await withoutBackground(frame);
      if (subject === 'none' && hasSubject(pixels)) subject = 'found';
      flatten?.(pixels);
      return pixels;
    },
    facts: () => ({ subject, keptTransparency: keptTransparency ?? false }),
  };
}

function hasSubject(pixels: Uint8ClampedArray): boolean {
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) > 0) return true;
  return false;
}
