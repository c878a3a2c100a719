export { BackgroundTile, type BackgroundTileProps } from './background/background-tile.tsx';
export {
  type BackgroundGroup,
  type BackgroundPanel,
  type BackgroundSettingsProps,
  type BackgroundTab,
  type BackgroundTilesProps,
  defineBackgroundPanel,
} from './background/define-background-panel.ts';
export { useConversionDetails } from './convert/use-conversion-details.ts';
export { useConversionFailure } from './convert/use-conversion-failure.ts';
export { EnlargeControl, type EnlargeControlProps } from './enlarge/enlarge-control.tsx';
export { ImageDrop } from './import/image-drop.tsx';
export { ImageImport } from './import/image-import.tsx';
export { areSeveralImages, useImageImport } from './import/import-context.ts';
export { ImportNotes } from './import/import-notes.tsx';
export { useTransfer } from './import/use-transfer.tsx';
export { useReductionWords } from './export/use-reduction-words.ts';
export { lazyOptional } from './lazy-optional.ts';
export {
  type EditorHost,
  EditorHostProvider,
  useEditorHost,
  usePersistence,
  useSession,
  useSessionState,
} from './session/editor-host.tsx';
export { FailureBanner, loadFailureWords } from './session/failure-banner.tsx';
export { ImageView } from './session/image-view.tsx';
export { RefusalBanner } from './session/refusal-banner.tsx';
export { SegmentationStages, type SegmentationStagesProps } from './session/segmentation-stages.tsx';
export { SegmentingView, SessionView } from './session/session-view.tsx';
export { TransparencyNote, type TransparencyNoteProps } from './session/transparency-note.tsx';
export { useCancelOnEscape } from './session/use-cancel-on-escape.ts';
export { useKeptFocus } from './session/use-kept-focus.ts';
export { useMedia } from './use-media.ts';
export { BackgroundWords } from './words/background-words.tsx';
