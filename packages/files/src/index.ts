export { download } from './download.ts';
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
