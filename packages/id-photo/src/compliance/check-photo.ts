import {
  acceptsBackground,
  type DocumentSpec,
  fileSizeBytes,
  headRangeMm,
  isCropOnly,
  type MillimetreRange,
  type PhotoBackground,
} from '@isola/photo-specs/documents';
import { inverse, mapped } from '@isola/imaging';

import type { MeasuredFace } from '../faces/measured-face.ts';
import { eyesPoint, type GuideState, type HeadGuides, type Point } from '../geometry/head-guides.ts';
import { isBeyond, type PhotoPlacement } from '../placement/place-head.ts';
import { faceRules } from './face-rules.ts';
import type { Leftover } from './find-leftover.ts';
import { matchWall, type Wall } from './measure-wall.ts';
import type { Advice, RuleId, RuleResult } from './rule-result.ts';

export interface PhotoToCheck {
  readonly document: DocumentSpec;
  readonly guides: HeadGuides;
  readonly placement: PhotoPlacement;
  readonly background: PhotoBackground;
  /** The wall of the image, which `measureWall` measures. Absent when it is not visible. */
  readonly wall?: Wall | undefined;
  /** Result of `findLeftover`: the leftovers next to the person. */
  readonly leftover?: Leftover | undefined;
  /** Faces in the image, the largest first. Absent while they are not known. */
  readonly faces?: readonly MeasuredFace[] | undefined;
  /** Size of the finished file, in bytes. Absent until the file exists. */
  readonly fileBytes?: number;
}

/**
 * Checks a photo against the rules of its document. Each result contains the measure, the allowed range and an advice.
 * A rule for which no source gives a figure is `unknown`, and still contains the measure.
 */
export function checkPhoto(photo: PhotoToCheck): readonly RuleResult[] {
  const { document } = photo;
  return [
    ...(document.size ? headRules(photo) : []),
    pixelsRule(photo),
    resolutionRule(photo),
    insideRule(photo),
    backgroundRule(photo),
    ...(document.fileSize ? [fileSizeRule(photo)] : []),
    ...(photo.faces ? faceRules(photo.faces) : []),
  ];
}

function headRules({ document, guides, placement }: PhotoToCheck): readonly RuleResult[] {
  const { mmPerPx = 0, transform } = placement;
  const fromPhoto = inverse(transform.toPhoto);
  const heightMm = transform.heightPx * mmPerPx;
  const downMm = ({ x, y }: Point) => mapped(fromPhoto, x, y)[1] * mmPerPx;
  const [crown, chin, eyes] = [downMm(guides.crown), downMm(guides.chin), downMm(eyesPoint(guides))];
  const { states } = guides;
  return [
    rangeRule('head-height', chin - crown, headRangeMm(document), ['enlarge', 'reduce'], [states.crown, states.chin]),
    ...(document.eyes
      ? [rangeRule('eye-line', heightMm - eyes, document.eyes, ['move-up', 'move-down'], [states.eyes])]
      : []),
    ...(document.topMargin
      ? [rangeRule('top-margin', crown, document.topMargin, ['move-down', 'move-up'], [states.crown])]
      : []),
    ...(document.chinMargin
      ? [rangeRule('chin-margin', heightMm - chin, document.chinMargin, ['move-up', 'move-down'], [states.chin])]
      : []),
  ];
}

/** Tolerance of range rules, in mm. It is finer than any print, so a smaller difference is a rounding error. */
const toleranceMm = 0.005;

function rangeRule(
  id: RuleId,
  measured: number,
  range: MillimetreRange | undefined,
  [whenLow, whenHigh]: readonly [Advice, Advice],
  by: readonly GuideState[],
): RuleResult {
  const isSure = by.every(({ kind }) => kind !== 'unsure');
  if (!range) return { id, unit: 'mm', measured, state: 'unknown', advice: 'ask-office', isSure };
  const [min, max] = [range.minMm, range.maxMm];
  const rule = { id, unit: 'mm', measured, min, max, isSure } as const;
  if (measured < min - toleranceMm) return { ...rule, state: 'low', advice: whenLow };
  if (measured > max + toleranceMm) return { ...rule, state: 'high', advice: whenHigh };
  return isSure ? { ...rule, state: 'ok' } : { ...rule, state: 'estimated', advice: 'check-guides' };
}

function pixelsRule({ document: { pixels }, placement: { transform } }: PhotoToCheck): RuleResult {
  const rule = { id: 'pixels', unit: 'px', measured: transform.heightPx, isSure: true } as const;
  if (!pixels) return { ...rule, state: 'ok' };
  const { min, max } = pixels;
  const range = { min: min.heightPx, ...(max && { max: max.heightPx }) };
  if (transform.heightPx < min.heightPx || transform.widthPx < min.widthPx)
    return { ...rule, ...range, state: 'low', advice: 'larger-image' };
  if (max && (transform.heightPx > max.heightPx || transform.widthPx > max.widthPx))
    return { ...rule, ...range, state: 'high', advice: 'smaller-file' };
  return { ...rule, ...range, state: 'ok' };
}

/** Checks that the image has at least one pixel for each pixel of the photo. An enlarged photo is blurred. */
function resolutionRule({ placement: { transform, imagePxPerPx } }: PhotoToCheck): RuleResult {
  const measured = Math.round(transform.heightPx * imagePxPerPx);
  const rule = { id: 'resolution', unit: 'px', measured, min: transform.heightPx, isSure: true } as const;
  return measured < transform.heightPx ? { ...rule, state: 'low', advice: 'larger-image' } : { ...rule, state: 'ok' };
}

/**
 * Checks that the photo lies within the image. When the image's own background stays, all four sides are checked. With
 * a replaced background only the bottom edge is checked, because there the shoulders would be cut. A crown that the
 * image's edge cuts breaks the rule in both cases.
 */
function insideRule({ guides, placement: { beyondPx, mmPerPx }, background }: PhotoToCheck): RuleResult {
  const { top, right, bottom, left } = beyondPx;
  const isOriginal = background === 'original';
  const sides = isOriginal ? [top, right, bottom, left] : [bottom];
  const measured = Math.max(...sides) * (mmPerPx ?? 1);
  const rule = { id: 'inside', unit: mmPerPx === undefined ? 'px' : 'mm', measured, max: 0, isSure: true } as const;
  const { crown } = guides.states;
  const isCut = crown.kind === 'unsure' && crown.doubt === 'cut-by-frame';
  const isTooLarge = isBeyond(isOriginal ? { top, right, bottom, left } : { top: 0, right: 0, bottom, left: 0 });
  return isTooLarge || isCut
    ? { ...rule, state: 'high', advice: isOriginal ? 'step-back' : 'wider-image' }
    : { ...rule, state: 'ok' };
}

/**
 * Checks the background. The image's own is compared with what the office asks. A replaced one is sure only when nothing
 * of the old background is left next to the person.
 */
function backgroundRule(photo: PhotoToCheck): RuleResult {
  const { document, background, leftover } = photo;
  if (background === 'original') return wallRule(photo);
  const rule = { id: 'background', unit: 'none', isSure: true } as const;
  if (!acceptsBackground(document, background))
    return { ...rule, state: 'wrong', advice: isCropOnly(document) ? 'keep-background' : 'choose-background' };
  if (leftover) return { ...rule, isSure: false, state: 'unknown', advice: 'look-beside' };
  return document.background === undefined
    ? { ...rule, state: 'unknown', advice: 'ask-office' }
    : { ...rule, state: 'ok' };
}

function wallRule({ document, wall }: PhotoToCheck): RuleResult {
  const rule = { id: 'background', unit: 'none', isSure: true } as const;
  if (!wall) return { ...rule, state: 'unknown', advice: 'ask-office' };
  const measured = { ...rule, measuredColor: wall.color };
  const match = matchWall(wall, document);
  switch (match) {
    case 'ok':
      return { ...measured, state: 'ok' };
    case 'close':
      return { ...measured, isSure: false, state: 'estimated', advice: 'check-wall' };
    case 'other-colour':
      return { ...measured, state: 'wrong', advice: 'other-wall' };
    case 'uneven':
      return { ...measured, state: 'wrong', advice: 'even-wall' };
    case 'not-asked':
      return { ...measured, state: 'unknown', advice: 'ask-office' };
    default:
      return match satisfies never;
  }
}

function fileSizeRule({ document, fileBytes }: PhotoToCheck): RuleResult {
  const { minBytes, maxBytes } = fileSizeBytes(document.fileSize ?? {});
  const range = { ...(minBytes !== undefined && { min: minBytes }), ...(maxBytes !== undefined && { max: maxBytes }) };
  const rule = { id: 'file-size', unit: 'bytes', ...range, isSure: true } as const;
  if (fileBytes === undefined) return { ...rule, state: 'unknown' };
  if (fileBytes < (minBytes ?? 0)) return { ...rule, measured: fileBytes, state: 'low', advice: 'larger-file' };
  if (fileBytes > (maxBytes ?? Infinity))
    return { ...rule, measured: fileBytes, state: 'high', advice: 'smaller-file' };
  return { ...rule, measured: fileBytes, state: 'ok' };
}
