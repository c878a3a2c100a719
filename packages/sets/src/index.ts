export { type SetAdjustments, unchanged } from './catalogue/adjustments.ts';
export { loadSets } from './catalogue/load-sets.ts';
export type { RenderedSet, SetGround, SetKind, SetLightSource } from './catalogue/set.ts';
export { cropOfSet, groundInResult, surroundingsOfSet } from './picture/crop-of-set.ts';
export { findAlike, findSets, type SetSearch } from './search/find-sets.ts';
export type { FittedSet } from './search/fit-set.ts';
export type { SentencePart } from './words/read-words.ts';
