export type { BackgroundSource } from './background/background-sources.ts';
export type { BackgroundParams } from './background/define-background-source.ts';
export { studioThumbnail } from './background/studios/open-studio.ts';
export { type Studio, studios } from './background/studios/studios.ts';
export { gradientCss, gradientStops, type LinearGradient } from './color/linear-gradient.ts';
export { linearOf, toSrgb } from './color/linear-light.ts';
export { srgbSpace } from './color/srgb-profile.ts';
export { type RgbSpace, writeRgbProfile } from './color/write-rgb-profile.ts';
export { toOklab } from './color/oklab.ts';
export { attenuate, blendOver, blendOverColor, blendOverShadow } from './compose/blend-rows.ts';
export { replaceBlobs } from './compositor/blob-references.ts';
export { CompositorError, type CompositorErrorCode } from './job/compositor-error.ts';
export { type Compositor, type CompositorOptions, createCompositor } from './compositor/create-compositor.ts';
export type { JobOptions } from './compositor/create-job-queue.ts';
export type { Retouch, Retouched } from './compositor/find-filling.ts';
export { createNumbering } from './compositor/create-numbering.ts';
export { type SegmentedSizes, workingSizeOfRun } from './compositor/working-size-of-run.ts';
export {
  draftSidePx,
  type RefinedPart,
  type Refinement,
  type RenderedView,
  type RenderParams,
  type RenderQuality,
  type ShadowFinding,
  type SourceImage,
  type StoredMatte,
} from './compositor/protocol.ts';
export type { Progress, Stage } from './job/task.ts';
export { crc32 } from './metadata/crc32.ts';
export type { EncodingParams, LayerNames } from './encode/define-encoder.ts';
export type { EncodedFile } from './encode/encode-image.ts';
export { encodeToRange, type SizedFile } from './encode/encode-to-range.ts';
export { type Reduction, reductionOf } from './encode/reduction.ts';
export type { Encoding } from './encode/encoders.ts';
export { enlargedCutout, type EnlargingOptions } from './enlarge/enlarged-cutout.ts';
export { type AreaRefusal, fillArea } from './fill/fill-area.ts';
export type { PixelatedArea } from './fill/pixelate-area.ts';
export { type Filled, fillHole, type FillOptions, type FillRefusal } from './fill/fill-hole.ts';
export { likenessOf, type Relation, relationOf } from './fingerprint/compare-fingerprints.ts';
export { type Fingerprint, fingerprintOf, isFingerprint } from './fingerprint/fingerprint-of.ts';
export { type Affine, chain, identity, inverse, mapped, rotation, scaling, translation } from './geometry/affine.ts';
export { type Bounds, emptyRect, isEmpty, type Rect, type Size, union } from './geometry/rect.ts';
export {
  type Anchor,
  anchors,
  type FontFaceParams,
  type LayerParams,
  maxGap,
  maxLayers,
  type PictureLayer,
  type TextLayer,
} from './layers/layer-params.ts';
export { shapePicture, shapeText, type TextMeasurer, type TextShape } from './layers/layer-shape.ts';
export { anchorSides, boundsOf, type Frame, offsetsOf, type PlacedBox, placeBox } from './layers/place-layer.ts';
export { type LightParams, noLight } from './light/light-params.ts';
export type { ReflectionParams } from './reflection/reflection-params.ts';
export { type ShadowRefusal, shadowRefusals } from './light/photographed/find-photographed-shadow.ts';
export { lightLeft } from './light/shadows.ts';
export { elevationOf, shadowOf } from './light/sun.ts';
export { surroundingsSchema } from './light/surroundings.ts';
export { type OutlinePath, traceOutline } from './outline/trace-outline.ts';
export type { OutlineParams } from './outline/outline-params.ts';
export { type Faint, findFaint } from './matte/find-faint.ts';
export { type DrawingAndMatte, findInside, type Inside } from './matte/find-inside.ts';
export { findSoftestPlace } from './matte/find-softest-place.ts';
export { findSubjects, type Subject, type Subjects } from './matte/find-subjects.ts';
export type { SeedClick } from './matte/apply-seed-click.ts';
export type { Stroke } from './matte/apply-stroke.ts';
export type { EditParams } from './matte/define-edit.ts';
export type { Edit } from './matte/edit-kinds.ts';
export { isUnedited, type MatteEdits, noEdits } from './matte/matte-edits.ts';
export { type ObjectEdit, objectEditOf } from './matte/object-edit.ts';
export type { RetouchEdit } from './matte/retouch-edit.ts';
export { type CoarsePart, partMask } from './matte/part-mask.ts';
export { solidifyInside, solidReach } from './matte/solidify-inside.ts';
export { type Brush, type Coverage, createScratch, rasterizeStroke, type Scratch } from './matte/rasterize-stroke.ts';
export { addToJpeg } from './metadata/add-to-jpeg.ts';
export type { CameraMetadata, ImageDates } from './metadata/camera-metadata.ts';
export { pngChunk, pngHeadBytes } from './metadata/png-chunk.ts';
export { readCameraMetadata, readExifBlock } from './metadata/read-camera-metadata.ts';
export { writeExif } from './metadata/write-exif.ts';
export { context2d } from './raster/context-2d.ts';
export type { Matte, Raster, RasterStrip } from './raster/raster.ts';
export { readMattePng } from './raster/read-matte-png.ts';
export { readPngRows } from './raster/read-png-rows.ts';
export { gathered, sourceFrom } from './raster/gathered.ts';
export { enlargedMap } from './resample/interpolate-map.ts';
export { type OutputTransform, sizeInPhoto } from './resample/output-transform.ts';
export { transformCutout } from './resample/transform-cutout.ts';
export { type GreyFailure, type GreyReading, readGreyCard } from './tone/read-grey-card.ts';
export { isNeutral, noTone, type ToneParams } from './tone/tone-params.ts';
export type { WhiteBalance } from './tone/white-balance.ts';
