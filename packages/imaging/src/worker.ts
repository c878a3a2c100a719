export { type BackgroundSource, backgroundSources } from './background/background-sources.ts';
export {
  type BackgroundDefinition,
  type BackgroundParams,
  type BackgroundRows,
  type BackgroundScene,
  defineBackgroundSource,
  type OpenBackground,
  type ParamsOf,
} from './background/define-background-source.ts';
export { CompositorError } from './job/compositor-error.ts';
export { type CompositorRegistry, serveCompositor } from './compositor/serve-compositor.ts';
export {
  commonEncoding,
  defineEncoder,
  type EncoderDefinition,
  type EncoderTask,
  type EncodingOf,
  type EncodingParams,
  type PaletteFile,
} from './encode/define-encoder.ts';
export { encoders, type Encoding } from './encode/encoders.ts';
export { defineEdit, type EditDefinition, type EditOf, type EditParams, type EditTarget } from './matte/define-edit.ts';
export { type Edit, editKinds } from './matte/edit-kinds.ts';
export { type Scratch, rasterizeStroke } from './matte/rasterize-stroke.ts';
export { linearFromHex, toSrgb } from './color/linear-light.ts';
export type { Raster } from './raster/raster.ts';
