import type { SceneColor, SceneDescription, SceneFamily, SceneSide, SceneTime } from '../../scene/scene.ts';

/**
 * Entries separated by commas. An entry is a word, or several in a row (`palm shadow`). A `*` behind a word stands for any
 * ending (`marbl*`), one before it for any beginning (`*holz*`). Capitals and the accents of Latin letters do not count.
 *
 * Chinese and Japanese entries are found anywhere, without a `*`. So are Korean ones of two and more syllables; one of a
 * single syllable is a whole word, with or without its particle.
 */
export type Entries = string;

/** The words of one language. An entry that is listed at several places has all of these meanings. */
export interface Lexicon {
  readonly families: Readonly<Record<SceneFamily, Entries>>;
  /** Words that suggest a family where none is named: a "table" is of wood, and a "marble table" is not. */
  readonly hints: Readonly<Partial<Record<SceneFamily, Entries>>>;
  readonly colors: Readonly<Record<SceneColor, Entries>>;
  readonly times: Readonly<Record<SceneTime, Entries>>;
  readonly sides: Readonly<Record<SceneSide, Entries>>;
  readonly light: Readonly<Record<NonNullable<SceneDescription['light']>, Entries>>;
  readonly tone: Readonly<Record<NonNullable<SceneDescription['tone']>, Entries>>;
  readonly mood: Readonly<Record<NonNullable<SceneDescription['mood']>, Entries>>;
  /**
   * Words that describe no scene. They show which language a sentence is in, and what they contain is not read: "red wine"
   * is no colour.
   */
  readonly ignored: Entries;
}
