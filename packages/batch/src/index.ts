export type {
  Activity,
  AddOptions,
  AddOutcome,
  Batch,
  BatchItem,
  BatchState,
  Duplicate,
  ItemOutcome,
  ItemProgress,
  ItemResult,
  OpenedItem,
  PauseReason,
  WaitReason,
} from './batch.ts';
export { type BatchOptions, createBatch } from './create-batch.ts';
export { type BatchPreset, defaultBatchPreset, type Picture } from './preset/batch-preset.ts';
export { marketplaceOf, marketplacePreset } from './preset/marketplace-preset.ts';
export { type Downloadable, downloadableOf, whenDownloadable } from './download/downloadable.ts';
export {
  createFolderWatch,
  type FolderWatch,
  type FolderWatchOptions,
  type FolderWatchState,
} from './folders/create-folder-watch.ts';
export { createFolderStore, type FolderStore, type WatchedFolders } from './folders/folder-store.ts';
export { outcomesCsv } from './download/outcomes-csv.ts';
export {
  createItemCompositors,
  type ItemCompositor,
  type ItemCompositors,
  type ItemSource,
} from './pipeline/create-item-compositors.ts';
export { itemTarget, renderItem, type RenderItemOptions } from './pipeline/render-item.ts';
export { renderContactSheet } from './contact-sheet/render-contact-sheet.ts';
export type { ContactSheet, SheetImage, SheetOptions } from './contact-sheet/contact-sheet.ts';
export {
  type NamePattern,
  nameResults,
  type NamingOptions,
  type PatternFailure,
  type ReadPattern,
  readNamePattern,
  type ResultToName,
} from '@isola/files';
export type {
  BatchStorage,
  ItemFileKind,
  ItemOverride,
  OpenedStorage,
  OpenOptions,
  SavedItem,
  SavedOutcome,
  SavedSettings,
  SegmentedFacts,
  StoredItem,
} from './storage/batch-storage.ts';
export { type BrowserStorageOptions, createBrowserStorage } from './storage/create-browser-storage.ts';
