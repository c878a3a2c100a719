export { fileSizeBytes, sourcesReadAt } from '../sourced-figures.ts';
export { backgroundChoices, type BackgroundChoice, backgroundColours } from './background-colours.ts';
export { defaultDocumentId } from './default-document.ts';
export {
  type BackgroundColour,
  type DocumentNote,
  type DocumentSpec,
  documentStatus,
  type DocumentStatus,
  type Figure,
  figuresOf,
  figureStatus,
  headRangeMm,
  isCropOnly,
  type MillimetreRange,
  sourcesOf,
} from './document.ts';
export { type DocumentId, documentIds, documents } from './documents.ts';
export { sources } from './sources.ts';
