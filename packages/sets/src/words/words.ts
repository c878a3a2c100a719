export { readWords, type SentencePart } from './read-words.ts';
export type { Meaning } from './vocabulary.ts';
