import type { Background } from '../model/background.ts';
import type { Light } from '../schema/document-state.ts';

/** Width to height: 1:1, 3:2 and 2:3. */
export type Aspect = 'square' | 'landscape' | 'portrait';

/** A background to choose from: one that is painted at any size, or a picture. */
export type Candidate = PaintedCandidate | PictureCandidate;

export interface PaintedCandidate {
  readonly kind: 'painted';
  readonly background: Background;
  /** Light that the subject takes from the background. */
  readonly light: Partial<Light>;
  readonly thumbnail: Blob;
}

export interface PictureCandidate {
  readonly kind: 'picture';
  /** In memory, and known to be a whole picture. */
  readonly picture: Blob;
}

export interface BackgroundOrder {
  /** In any language, 1 to 400 characters. */
  readonly words: string;
  readonly aspect: Aspect;
  /** 0 to 2³¹ − 1: another one gives other backgrounds. */
  readonly seed: number;
  readonly count: number;
  /** The one that the new ones shall resemble. */
  readonly like?: Candidate;
}

export interface MadeBackgrounds {
  /** One or more. */
  readonly candidates: readonly Candidate[];
  /** Whether something of the words was recognised; what does not know says yes. */
  readonly isUnderstood: boolean;
  /** How many pictures remain today; null or absent: as many as one likes. */
  readonly remainingToday?: number | null;
}

/** Maker of backgrounds: this device, or a service that the site's server calls. */
export interface BackgroundMaker {
  readonly kind: 'device' | 'provider';
  /** Name of the service; empty when this device makes the pictures. */
  readonly name: string;
  /** @throws {WordsError} or the signal's reason. */
  readonly make: (order: BackgroundOrder, signal: AbortSignal) => Promise<MadeBackgrounds>;
}

/**
 * Why no backgrounds came.
 *
 * | code | happens when |
 * | --- | --- |
 * | `words-missing` | no words were given |
 * | `words-too-long` | more than 400 characters |
 * | `words-refused` | the provider makes nothing of these words |
 * | `limit-visitor` | a visitor's pictures of today are used up |
 * | `limit-day`, `limit-month` | those of a member's plan are |
 * | `limit-site` | those that all share are |
 * | `busy` | there is too much to do; `waitSeconds` says for how long |
 * | `timeout` | the provider took too long |
 * | `fetch-failed` | the server could not fetch the provider's pictures, or what it fetched was none |
 * | `session-ended` | the member's session does not hold |
 * | `network` | the site's server did not answer |
 * | `not-offered` | the provider is not set up any more |
 * | `failed` | anything else |
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
  | 'session-ended'
  | 'network'
  | 'not-offered'
  | 'failed';

export class WordsError extends Error {
  override readonly name = 'WordsError';
  readonly code: WordsFailureCode;
  /** After so long another try can help. */
  readonly waitSeconds: number | undefined;

  constructor(code: WordsFailureCode, message: string, options?: ErrorOptions & { waitSeconds?: number | undefined }) {
    super(message, options);
    this.code = code;
    this.waitSeconds = options?.waitSeconds;
  }
}
