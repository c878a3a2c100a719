import type { FillRule, ImageFormat, PixelRule } from '@isola/photo-specs/marketplaces';

import type { Side } from '../layout/find-subject.ts';
import type { Target } from '../targets/targets.ts';
import { decodePhoto } from './decode-photo.ts';
import { type DecodedPhoto, type MeasuredPhoto, measurePhoto } from './measure-photo.ts';
import { readFormat } from './read-format.ts';

/**
 * Result of a rule.
 * - `pass`, `fail`: the rule is kept or broken.
 * - `advice`: a recommendation is not met.
 * - `unstated`: the value is measured, but no source says what is allowed.
 */
export type RuleState = 'pass' | 'fail' | 'advice' | 'unstated';

/** One rule with the measure of the finished file and the allowed value. */
export type Rule = { readonly state: RuleState } & (
  | {
      readonly id: 'pixels';
      readonly measured: { readonly widthPx: number; readonly heightPx: number };
      readonly allowed: PixelRule | undefined;
    }
  | {
      readonly id: 'ratio';
      /** Width divided by height. */
      readonly measured: number;
      readonly allowed: { readonly width: number; readonly height: number };
    }
  | {
      readonly id: 'background';
      readonly measured: MeasuredPhoto['border'];
      /** `#rrggbb`, or `transparent`. */
      readonly allowed: string;
    }
  | {
      readonly id: 'fill';
      readonly measured: { readonly share: number; readonly longerSidePx: number };
      readonly allowed: FillRule | undefined;
    }
  | { readonly id: 'edge'; readonly measured: readonly Side[]; readonly allowed: 'none' }
  | {
      readonly id: 'format';
      readonly measured: ImageFormat | undefined;
      readonly allowed: readonly ImageFormat[] | undefined;
    }
  | {
      readonly id: 'file-size';
      readonly measured: number;
      readonly allowed: { readonly minBytes?: number; readonly maxBytes?: number } | undefined;
    }
);

export type RuleId = Rule['id'];

export interface CheckedPhoto {
  /** `fail` when at least one rule fails. */
  readonly state: 'pass' | 'fail';
  readonly rules: readonly Rule[];
}

/** Tolerance of a recommended share. Hair, soft edges and whole pixels change a bounding box a little. */
const shareSlack = 0.02;

/**
 * Checks a finished file against its target's rules. The file is decoded again, and nothing is taken from the layout it
 * was made from.
 * @param decode decoder; the browser's decoder by default.
 * @throws the error of `decode` for a file that is not an image.
 */
export async function checkShopPhoto(
  file: Blob,
  { spec, background }: Target,
  decode: (file: Blob) => Promise<DecodedPhoto> = (each) => decodePhoto(each),
): Promise<CheckedPhoto> {
  const format = await readFormat(file);
  const { widthPx, heightPx, border, subject, touches } = measurePhoto(await decode(file), background, format);
  const share = subject ? Math.max(subject.widthPx / widthPx, subject.heightPx / heightPx) : 0;
  const longerSidePx = subject ? Math.max(subject.widthPx, subject.heightPx) : 0;
  const { pixels, ratio, fill, formats, fileSize } = spec;
  const colour = spec.background;
  const rules: Rule[] = [
    {
      id: 'pixels',
      state: pixelState({ widthPx, heightPx }, pixels),
      measured: { widthPx, heightPx },
      allowed: pixels,
    },
    ...(ratio
      ? [
          {
            id: 'ratio' as const,
            state: stateOf(Math.abs(widthPx - (heightPx * ratio.width) / ratio.height) <= 1),
            measured: widthPx / heightPx,
            allowed: ratio,
          },
        ]
      : []),
    {
      id: 'background',
      state: backgroundState(border.offColour === 0, colour),
      measured: border,
      allowed: background,
    },
    { id: 'fill', state: fillState(share, longerSidePx, fill), measured: { share, longerSidePx }, allowed: fill },
    { id: 'edge', state: stateOf(touches.length === 0), measured: touches, allowed: 'none' },
    {
      id: 'format',
      state: formats ? stateOf(format !== undefined && formats.includes(format)) : 'unstated',
      measured: format,
      allowed: formats,
    },
    { id: 'file-size', state: sizeState(file.size, fileSize), measured: file.size, allowed: fileSize },
  ];
  return { state: rules.some(({ state }) => state === 'fail') ? 'fail' : 'pass', rules };
}

function stateOf(isKept: boolean): RuleState {
  return isKept ? 'pass' : 'fail';
}

function pixelState(
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  pixels: PixelRule | undefined,
): RuleState {
  if (!pixels) return 'unstated';
  const { exactPx, minPx = exactPx ?? 0, zoomPx = 0, bestPx = zoomPx, maxPx = exactPx ?? Infinity } = pixels;
  const { least, most } = decisivePx({ widthPx, heightPx }, pixels);
  if (least < minPx || most > maxPx) return 'fail';
  return least < bestPx ? 'advice' : 'pass';
}

/** Returns the smallest and the largest of the sides to which a rule of the size in px applies. */
export function decisivePx(
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  { side }: PixelRule,
): { readonly least: number; readonly most: number } {
  const [short, long] = [Math.min(widthPx, heightPx), Math.max(widthPx, heightPx)];
  return { least: side === 'longer' ? long : short, most: side === 'shorter' ? short : long };
}

function backgroundState(isExact: boolean, asked: Target['spec']['background']): RuleState {
  if (isExact) return 'pass';
  return asked === 'white-advised' || asked === 'any' ? 'advice' : 'fail';
}

function fillState(share: number, longerSidePx: number, fill: FillRule | undefined): RuleState {
  if (share === 0) return 'fail';
  if (!fill) return 'unstated';
  const { minShare = 0, bestShare, maxShare = 1, minPx = 0 } = fill;
  if (share < minShare || share > maxShare || longerSidePx < minPx) return 'fail';
  return bestShare !== undefined && Math.abs(share - bestShare) > shareSlack ? 'advice' : 'pass';
}

function sizeState(
  bytes: number,
  allowed: { readonly minBytes?: number; readonly maxBytes?: number } | undefined,
): RuleState {
  if (!allowed) return 'unstated';
  return stateOf(bytes >= (allowed.minBytes ?? 0) && bytes <= (allowed.maxBytes ?? Infinity));
}
