import type { ForeignFormat, ImageInspection, TranslatedError } from '@isola/segmenter';

/**
 * Reason why the page refuses a file before the segmenter receives it. The bundle `errors` has a message for each code,
 * as for the segmenter's codes.
 */
export type ImageRefusal =
  | { readonly code: 'empty-file' | 'damaged-image' | 'file-too-large' | 'image-too-large' }
  | {
      readonly code: 'unsupported-format';
      /** Undefined when the format was not recognised. */
      readonly format: Extract<ImageInspection, { state: 'unsupported-format' }>['format'];
    };

/**
 * Reason why a project file or a preset file could not be opened or written. The bundle `editor` has a message for each
 * code, `saved.error.<code>`.
 *
 * | code | happens when |
 * | --- | --- |
 * | `not-a-project` | the file is not a project |
 * | `not-a-preset` | the file is not a preset |
 * | `newer-version` | a newer version of the site has written it |
 * | `unknown-kind` | it contains a background or an edit that this editor does not have |
 * | `damaged-file` | it has the right kind, but its content is missing, cut short or contradictory |
 * | `too-large` | it is, or would be, too large to be opened |
 */
export type PersistenceErrorCode =
  | 'not-a-project'
  | 'not-a-preset'
  | 'newer-version'
  | 'unknown-kind'
  | 'damaged-file'
  | 'too-large';

export interface Failure {
  readonly code:
    | Exclude<TranslatedError['code'], 'aborted' | 'no-browser' | `source-${string}`>
    | ImageRefusal['code']
    | 'project-not-opened'
    | 'compositor-lost'
    | 'encoder-load-failed'
    | 'enlarger-load-failed'
    | 'result-too-large';
  /** Reason why a project could not be opened. */
  readonly reason?: PersistenceErrorCode;
  /** Format of an unsupported file, when it was recognised. */
  readonly format?: ForeignFormat;
  /** Technical details of the failure for an error report. */
  readonly detail?: string;
}

/** Failure of a file that was not opened. */
export interface Refusal extends Failure {
  /** Present when retrying the same file may succeed. */
  readonly file?: Blob;
  /** The file, if its format is recognised, but not supported. The page may offer to convert it. */
  readonly foreignFiles?: readonly [Blob];
}

/**
 * @returns whether another try with the same file may succeed. A file that is damaged or has another format stays so.
 */
export function canSucceedLater({ code }: Failure): boolean {
  switch (code) {
    case 'network':
    case 'model-load-failed':
    case 'resource-load-failed':
    case 'processing-failed':
    case 'out-of-memory':
    case 'disposed':
    case 'compositor-lost':
    case 'encoder-load-failed':
    case 'enlarger-load-failed':
      return true;
    case 'unsupported-format':
    case 'damaged-image':
    case 'empty-file':
    case 'file-unreadable':
    case 'file-too-large':
    case 'image-too-large':
    case 'project-not-opened':
    case 'result-too-large':
      return false;
    default:
      return code satisfies never;
  }
}
