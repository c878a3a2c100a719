export { type MeasuredFace, scaledFace } from './faces/measured-face.ts';
export { measureLight } from './faces/measure-light.ts';
export { headOfFace } from './geometry/head-of-face.ts';
export { findHead } from './geometry/find-head.ts';
export {
  eyesPoint,
  type GuideDoubt,
  type GuideName,
  type GuideState,
  headHeightPx,
  type HeadGuides,
  leanGuides,
  moveGuide,
  type Point,
  proposeGuides,
  tiltDeg,
} from './geometry/head-guides.ts';
export { checkPhoto, type PhotoToCheck } from './compliance/check-photo.ts';
export type { Advice, RuleId, RuleResult, RuleState } from './compliance/rule-result.ts';
export { findLeftover, type Leftover } from './compliance/find-leftover.ts';
export { matchWall, measureWall, type Wall, type WallMatch } from './compliance/measure-wall.ts';
export { photoGrid, type PhotoGrid } from './compliance/photo-grid.ts';
export {
  isBeyond,
  outputSize,
  placeHead,
  placeHeadInside,
  type PhotoCrop,
  type PhotoPlacement,
} from './placement/place-head.ts';
export { createShutter, type Shutter, type ShutterStep } from './shutter/create-shutter.ts';
export {
  type Frame,
  type FrameVerdict,
  judgeFrame,
  type SeenBefore,
  seenIn,
  type ShutterHint,
} from './shutter/judge-frame.ts';
export type { CutMark } from './sheet/cut-marks.ts';
export { layOutSheet, type SheetItem, type SheetLayout, type SheetOptions } from './sheet/lay-out-sheet.ts';
export type { SheetPlace } from './sheet/sheet-place.ts';
export { marginsFor, type PaperId, papers } from './sheet/papers.ts';
export { renderSheetPdf } from './sheet/render-sheet-pdf.ts';
export { renderSheetPng } from './sheet/render-sheet-png.ts';
export { opaqueMatte, type PhotoRequest, renderPhoto } from './output/render-photo.ts';
