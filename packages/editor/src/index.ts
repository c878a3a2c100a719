export {
  type BackgroundChoice,
  type BackgroundDefinition,
  defineBackground,
  settingsOf,
} from './backgrounds/define-background.ts';
export type { Background } from './model/background.ts';
export { type Command, type CommandContext, type CommandOptions, defineCommand } from './commands/define-command.ts';
export { letterOf } from './commands/letter-of.ts';
export { addEdit } from './document/add-edit.ts';
export { defineEdit, type EditChoice, type EditDefinition } from './edits/define-edit.ts';
export type { Edit } from './model/edit.ts';
export { type FetchImage, UrlError, type UrlFailureCode } from './import/fetch-image.ts';
export { nameInUrl } from './import/image-url.ts';
export { createImageDocument, type ImageDocument } from './document/image-document.ts';
export { type AssessedMatte, assessMatte, type Doubt } from './triage/assess-matte.ts';
export { createEditor, type Editor, type EditorOptions } from './editor.ts';
export {
  type CutoutPng,
  editorOutputs,
  type ImageSegmentation,
  imageSegmentation,
  writtenPng,
} from './image/image-segmentation.ts';
export {
  createSegmentationSession,
  type SegmentationSession,
  type SessionOptions,
} from './session/segmentation-session.ts';
export type { SessionState } from './session/session-state.ts';
export type { StartOutcome } from './session/file-opening.ts';
export type { Failure } from './model/failure.ts';
export type { SourceImage } from './model/source-image.ts';
export type { StepDefinition } from './model/step.ts';
export { canSucceedLater } from './model/failure.ts';
export { failureOf } from './rendering/rendering-failure.ts';
export {
  builtInSchema,
  createDocumentSchema,
  type DocumentKinds,
  type DocumentSchema,
} from './registry/document-schema.ts';
export { builtInRegistries, type EditorRegistries } from './registry/registries.ts';
export { checkImage } from './image/check-image.ts';
export { type FaceEllipse, FacesError, type FindFaces, findFaces } from './image/find-faces.ts';
export { mainPicture } from './image/main-picture.ts';
export { settingsAlike } from './persistence/apply-alike.ts';
export {
  applyPreset,
  editsOf,
  type GoesAlong,
  type Preset,
  presetFile,
  presetOf,
  readPreset,
  readPresetFile,
} from './persistence/preset-file.ts';
export { prepareSaving } from './persistence/before-saving.ts';
export { packFacts, readFacts, type ResultFacts } from './persistence/saved-project.ts';
export { type RenderTarget, renderTargetOf } from './rendering/render-target.ts';
export { issueReceiptOf, receiptObstacle, type ReceiptObstacle } from './export/issue-receipt.ts';
export { createReceiptKeyStore, type ReceiptKeyStore } from './persistence/receipt-key.ts';
export { type DocumentState, enlargements } from './schema/document-state.ts';
export { unnoticedEnlargement, withEnlargement } from './document/enlargement.ts';
export { groundOf, placedOnGround } from './document/with-background.ts';
export { imageIdsOf, withoutLayers } from './document/layers.ts';
export { withoutOutline } from './document/without-outline.ts';
export { withPhotographedShadow } from './document/with-photographed-shadow.ts';
export { withTone } from './document/with-tone.ts';
export { initialState } from './schema/initial-state.ts';
export type { CropPreset } from './document/crop-presets.ts';
export { type FileFormat, fileFormats, formatOf } from './document/formats.ts';
export type { ReadonlyStore } from './model/readonly-store.ts';
export { tried } from './persistence/tried.ts';
export { writeWithin } from './persistence/write-within.ts';
