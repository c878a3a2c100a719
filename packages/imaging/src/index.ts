export { type Affine, chain, identity, inverse, mapped, scaling, translation, turn } from './affine.ts';
export { type Layer, withPicture } from './backdrop/layer.ts';
export { CompositorError } from './compositor-error.ts';
export {
  type AlphaMatte,
  type ComposedView,
  draftSidePx,
  type Fineness,
  type Job,
  type Look,
  type Outcomes,
  type RefinedPart,
} from './compositor-protocol.ts';
export { context2d } from './context-2d.ts';
export { type Compositor, createCompositor } from './create-compositor.ts';
export { createNumbering } from './create-numbering.ts';
export type { KeptMetadata } from './file/kept-metadata.ts';
export { readKeptMetadata } from './file/read-kept-metadata.ts';
export type { WrittenFile } from './file/write-file.ts';
export { gradientCss, type LinearGradient } from './linear-gradient.ts';
export { toSrgb } from './linear-light.ts';
export { type Brush, coverStroke, createScratch, type Scratch } from './matte/cover-stroke.ts';
export { isPlain, type Mark, type MatteEdits } from './matte/matte-edits.ts';
export { mostDoubtful } from './matte/most-doubtful.ts';
export { emptyRect, isEmpty, type Rect, union } from './matte/rect.ts';
export type { Placement } from './place/place-cutout.ts';
export type { RasterStrip } from './raster.ts';
export { readPngRows } from './read-png-rows.ts';
export { studioThumbnail } from './studios/studio.ts';
export { type Studio, studios } from './studios/studios.ts';
