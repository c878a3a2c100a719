import type { FunctionContext } from '../../_shared/context.ts';
import type { PictureFileType } from '../../_shared/picture-type.ts';

/** Aspect ratios, width to height: 1:1, 3:2 and 2:3, or the provider's nearest ones. */
export const aspects = ['square', 'landscape', 'portrait'] as const;

export type Aspect = (typeof aspects)[number];

/** Order of images; a provider gets no other data. */
export interface PictureOrder {
  /** Words of the visitor, in any language. */
  readonly words: string;
  readonly aspect: Aspect;
  /** 0 to 2³¹ − 1. With another seed, the same words result in other images, if the provider supports seeds. */
  readonly seed: number;
  readonly count: number;
}

export interface GeneratedPicture {
  readonly type: PictureFileType;
  /** The file, in base64. */
  readonly data: string;
}

/** A service that makes images from words. */
export interface PictureProvider {
  /** Name of the provider on the page. */
  readonly name: string;
  /** Timeout of one order, in milliseconds. */
  readonly timeoutMs: number;
  /**
   * Makes images.
   * @returns one image or more, at most as many as ordered; the type of each is checked by its bytes, and each is whole
   *   and has at most 10 MB.
   * @throws {FunctionError} `words-refused` 422 for words of which the provider makes no images, `provider-busy` 503
   *   with `Retry-After`, `provider-failed` 502 for all else; or the reason of the signal.
   */
  readonly generate: (
    order: PictureOrder,
    context: Pick<FunctionContext, 'fetch' | 'resolve'>,
    signal: AbortSignal,
  ) => Promise<readonly GeneratedPicture[]>;
}

/**
 * Reads the settings of one provider.
 * @returns null when the operator has not configured it.
 * @throws when a setting cannot be used; the message names it.
 */
export type ReadProvider = (environment: FunctionContext['environment']) => PictureProvider | null;
