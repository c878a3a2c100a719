import type { SentencePart } from '@isola/sets';

import type { Background } from '../model/background.ts';

/** Ratio of width to height: 1:1, 3:2 or 2:3. */
export type Aspect = 'square' | 'landscape' | 'portrait';

/** A background to choose from: one that is painted at any size, or an image. */
export type Candidate = PaintedCandidate | PictureCandidate;

export interface PaintedCandidate {
  readonly kind: 'painted';
  /** A rendered set or a painted scene. */
  readonly background: Background;
  /** Indexes of the sentence's parts that the background shows. */
  readonly shown: readonly number[];
  readonly thumbnail: Blob;
}

export interface PictureCandidate {
  readonly kind: 'picture';
  /** Image in memory, which has been decoded completely. */
  readonly picture: Blob;
}

/** The image for which backgrounds are made. */
export interface Frame {
  readonly aspect: Aspect;
  /** True when the lower border cuts the subject off, as it does in most portraits. It then stands on no floor. */
  readonly isCutBelow: boolean;
}

export interface BackgroundOrder extends Frame {
  /** Description in any language, 1 to 400 characters. */
  readonly words: string;
  /** Seed of 0 to 2³¹ − 1. Another seed results in other backgrounds. */
  readonly seed: number;
  readonly count: number;
  /** Candidate that the new ones should resemble. */
  readonly like?: Candidate;
}

export interface MadeBackgrounds {
  /** One or more candidates. */
  readonly candidates: readonly Candidate[];
  /**
   * Parts of the sentence that name something, or that are unknown. Undefined from a maker that does not tell what it
   * used.
   */
  readonly parts?: readonly SentencePart[];
  /** Number of images that can still be made today; null or absent when there is no limit. */
  readonly remainingToday?: number | null;
}

/** Maker of backgrounds: this device, or a service that the site's server calls. */
export interface BackgroundMaker {
  readonly kind: 'device' | 'provider';
  /** Name of the service; empty for this device. */
  readonly name: string;
  /** @throws {WordsError} or the signal's reason. */
  readonly make: (order: BackgroundOrder, signal: AbortSignal) => Promise<MadeBackgrounds>;
}

/**
 * Reason why no backgrounds were made.
 *
 * | code | happens when |
 * | --- | --- |
 * | `words-missing` | no words were given |
 * | `words-too-long` | the words have more than 400 characters |
 * | `words-refused` | the provider refuses these words |
 * | `limit-visitor` | a visitor without an account has used up today's images |
 * | `limit-day`, `limit-month` | a member has used up the images of the plan for the day or the month |
 * | `limit-site` | the images that all users share are used up |
 * | `busy` | there are too many requests; another try can help after `waitSeconds` |
 * | `timeout` | the provider took too long |
 * | `fetch-failed` | the server could not fetch the provider's images, or received something else |
 * | `unreadable` | the images arrived and were counted, but this browser cannot open any of them |
 * | `session-ended` | the member's session is not valid |
 * | `network` | the site's server did not answer |
 * | `not-offered` | the provider is no longer set up |
 * | `failed` | anything else happens |
 */
export type WordsFailureCode =
  | 'words-missing'
  | 'words-too-long'
  | 'words-refused'
  | 'limit-visitor'
  | 'limit-day'
  | 'limit-month'
  | 'limit-site'
  | 'busy'
  | 'timeout'
  | 'fetch-failed'
  | 'unreadable'
  | 'session-ended'
  | 'network'
  | 'not-offered'
  | 'failed';

export interface WordsErrorOptions extends ErrorOptions {
  readonly waitSeconds?: number | undefined;
  readonly remainingToday?: number | null;
}

export class WordsError extends Error {
  override readonly name = 'WordsError';
  readonly code: WordsFailureCode;
  /** Time after which another try can help. */
  readonly waitSeconds: number | undefined;
  /** As in `MadeBackgrounds`; undefined when the failure changed nothing. */
  readonly remainingToday: number | null | undefined;

  constructor(code: WordsFailureCode, message: string, options: WordsErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.waitSeconds = options.waitSeconds;
    this.remainingToday = options.remainingToday;
  }
}
