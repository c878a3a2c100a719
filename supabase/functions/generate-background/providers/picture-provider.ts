import type { FunctionContext } from '../../_shared/context.ts';

/** Width to height: 1:1, 3:2 and 2:3, or what the provider has that is nearest. */
export const aspects = ['square', 'landscape', 'portrait'] as const;

export type Aspect = (typeof aspects)[number];

/** All that a provider is told. */
export interface PictureOrder {
  /** Words of the visitor, in any language. */
  readonly words: string;
  readonly aspect: Aspect;
  /** 0 to 2³¹ − 1: the same words with another one give other pictures, where the provider heeds it. */
  readonly seed: number;
  readonly count: number;
}

export interface GeneratedPicture {
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp';
  /** The file, in base64. */
  readonly data: string;
}

/** A service that makes pictures from words. */
export interface PictureProvider {
  /** Name of the provider on the page. */
  readonly name: string;
  /** How long it may take over one order. */
  readonly timeoutMs: number;
  /**
   * @returns one picture or more, not more than were ordered; each is a picture by its content, of 10 MB at most.
   * @throws {FunctionError} `words-refused` 422 for words that the provider makes no pictures of, `provider-busy` 503 with
   *   `Retry-After`, `provider-failed` 502 for all else; or what the signal says.
   */
  readonly generate: (
    order: PictureOrder,
    context: Pick<FunctionContext, 'fetch' | 'resolve'>,
    signal: AbortSignal,
  ) => Promise<readonly GeneratedPicture[]>;
}

/**
 * Reads one provider's settings.
 * @returns null where the operator has not set it up.
 * @throws when a setting cannot be used; the message names it.
 */
export type ReadProvider = (environment: FunctionContext['environment']) => PictureProvider | null;
