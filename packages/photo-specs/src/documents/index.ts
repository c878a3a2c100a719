export { fileSizeBytes, sourcesReadAt } from '../sourced-figures.ts';
export {
  acceptsBackground,
  allowedColours,
  backgroundChoices,
  type BackgroundChoice,
  backgroundColours,
  photoBackground,
  type PhotoBackground,
} from './background-colours.ts';
export { defaultDocumentId } from './default-document.ts';
export { ownDocument, type OwnSize } from './own-document.ts';
export {
  type BackgroundColour,
  checkedOn,
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
export { contradictingQuotes, documentQuotes, mostAskedDocumentIds } from './quotes.ts';
export { sources } from './sources.ts';
