export { dayOf } from './day-of.ts';
export { download } from './download.ts';
export {
  forbiddenIn,
  type NamePattern,
  type NamePlaceholder,
  type PatternFailure,
  type PatternOptions,
  type ReadPattern,
  readNamePattern,
} from './name-pattern.ts';
export { nameResults, type NamingOptions, type ResultToName } from './name-results.ts';
export { offerFile } from './offer-file.ts';
export {
  cutText,
  type FileNameOptions,
  maxFileNameBytes,
  maxFileNameLetters,
  safeFileName,
  safeFileStem,
  stemOf,
} from './safe-file-name.ts';
export { choosesWhereToSave, chooseWhereToSave, saveAs, saveOver } from './save-in-place.ts';
