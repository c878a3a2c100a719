import type { SceneColor, SceneDescription, SceneFamily, SceneSide, SceneTime } from '../../scene/scene.ts';

/**
 * List of entries, separated by commas. An entry is a word or several consecutive words (`palm shadow`). A `*` after a
 * word stands for any ending (`marbl*`), and one before it for any beginning (`*holz*`). Capitals and the accents of
 * Latin letters are ignored.
 *
 * Chinese and Japanese entries match anywhere, without a `*`. So do Korean entries of two or more syllables; an entry
 * of one syllable matches a whole word, with or without a particle.
 */
export type Entries = string;

/** Words of one language. An entry that occurs in several lists has all of their meanings. */
export interface Lexicon {
  readonly families: Readonly<Record<SceneFamily, Entries>>;
  /** Words that suggest a family when none is named: a "table" is made of wood, but a "marble table" is not. */
  readonly hints: Readonly<Partial<Record<SceneFamily, Entries>>>;
  readonly colors: Readonly<Record<SceneColor, Entries>>;
  readonly times: Readonly<Record<SceneTime, Entries>>;
  readonly sides: Readonly<Record<SceneSide, Entries>>;
  readonly light: Readonly<Record<NonNullable<SceneDescription['light']>, Entries>>;
  readonly tone: Readonly<Record<NonNullable<SceneDescription['tone']>, Entries>>;
  readonly mood: Readonly<Record<NonNullable<SceneDescription['mood']>, Entries>>;
  /**
   * Words that describe no scene. They identify the language of a sentence, and words inside them are not read: "red
   * wine" is no colour.
   */
  readonly ignored: Entries;
}
