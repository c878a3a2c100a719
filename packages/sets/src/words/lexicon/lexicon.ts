import type { Concept, LightSide, NamedColor, TimeOfDay } from '../terms.ts';

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
  readonly concepts: Readonly<Record<Concept, Entries>>;
  /** Famous places by name. A background can be any city at most, and not this one. */
  readonly places: Entries;
  readonly colors: Readonly<Record<NamedColor, Entries>>;
  readonly times: Readonly<Record<TimeOfDay, Entries>>;
  readonly sides: Readonly<Record<LightSide, Entries>>;
  readonly light: Readonly<Record<'soft' | 'hard', Entries>>;
  readonly tone: Readonly<Record<'bright' | 'dark', Entries>>;
  readonly mood: Readonly<Record<'pastel' | 'vivid' | 'muted', Entries>>;
  readonly blur: Readonly<Record<'more' | 'less', Entries>>;
  readonly warmth: Readonly<Record<'warm' | 'cool', Entries>>;
  /**
   * Words that describe no background: grammar, praise, and usual subjects of a picture. They identify the language of
   * a sentence, and words inside them are not read: "red wine" is no colour.
   */
  readonly ignored: Entries;
}
