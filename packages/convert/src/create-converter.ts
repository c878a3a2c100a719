import { inspectImage, translateError } from '@isola/segmenter';

import type { Conversion, ConvertStage } from './conversion.ts';
import { ConvertError } from './convert-error.ts';
import { sourceFormatOf } from './formats/source-formats.ts';
import type { ConvertAnswer, ConvertRequest } from './worker/protocol.ts';

export interface ConvertedFile {
  /** JPEG, PNG or WebP, with the source's name and a fitting ending, and the source's date. */
  readonly file: File;
  readonly conversion: Conversion;
}

export interface ConvertOptions {
  /** Largest result, in bytes. Default: 10 MB. */
  readonly maxBytes?: number;
  /** Ends the conversion, and the worker with it. */
  readonly signal?: AbortSignal;
  readonly onStage?: (stage: ConvertStage) => void;
}

export interface ConverterOptions {
  /** Longest time that reading the header, decoding, and encoding may each take. Loading a decoder does not count. Default: 60 s. */
  readonly timeoutMs?: number;
  readonly startWorker?: () => Worker;
}

/** Converts files one after the other in a worker, which starts with the first file. */
export interface Converter {
  /**
   * Converts a file to one that the tool opens. The calls must not overlap.
   * @throws {ConvertError} the reason why it cannot be converted. After an abort, the signal's reason.
   */
  readonly convert: (file: Blob, options?: ConvertOptions) => Promise<ConvertedFile>;
  /** Ends the worker, which frees its memory. */
  readonly close: () => void;
}

const defaultMaxBytes = 10_000_000;
/** Largest file that is read: an uncompressed TIFF of 64 megapixels with 8 bits has 192 MB. */
const maxSourceBytes = 256 * 1024 * 1024;
const defaultTimeoutMs = 60_000;
const endings = { JPEG: 'jpg', PNG: 'png', WebP: 'webp' } as const;

/**
 * Creates a converter. Nothing is loaded until the first file is converted.
 * @example
 * const converter = createConverter();
 * const { file, conversion } = await converter.convert(heic, { signal });
 * converter.close();
 */
export function createConverter({
  timeoutMs = defaultTimeoutMs,
  startWorker = startOwnWorker,
}: ConverterOptions = {}): Converter {
  let worker: Worker | undefined;

  function close(): void {
    worker?.terminate();
    worker = undefined;
  }

  async function convert(
    source: Blob,
    { maxBytes = defaultMaxBytes, signal, onStage }: ConvertOptions = {},
  ): Promise<ConvertedFile> {
    signal?.throwIfAborted();
    const inspection = await whileReading(inspectImage(source));
    const format = inspection.state === 'unsupported-format' ? sourceFormatOf(inspection.format) : undefined;
    if (!format) throw new ConvertError('unsupported-format');
    if (source.size > maxSourceBytes) throw new ConvertError('file-too-large', `${source.size} bytes`);
    const bytes = new Uint8Array(await whileReading(source.arrayBuffer()));
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Extract<ConvertAnswer, { kind: 'done' }>>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Ends the worker, because a decoder cannot be interrupted otherwise. */
    const fail = (error: unknown) => {
      close();
      reject(error);
    };
    const startTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => fail(new ConvertError('timed-out', `${timeoutMs} ms`)), timeoutMs);
    };
    const listening = new AbortController();
    signal?.addEventListener('abort', () => fail(signal.reason), { signal: listening.signal });
    worker ??= startWorker();
    const own = worker;
    own.addEventListener(
      'message',
      ({ data }: MessageEvent<ConvertAnswer>) => {
        switch (data.kind) {
          case 'opening':
            startTimer();
            break;
          case 'stage':
            if (data.stage === 'loading') clearTimeout(timer);
            else startTimer();
            onStage?.(data.stage);
            break;
          case 'done':
            resolve(data);
            break;
          case 'failed':
            reject(new ConvertError(data.code, data.detail));
            break;
          default:
            data satisfies never;
        }
      },
      { signal: listening.signal },
    );
    own.addEventListener(
      'error',
      (event) => {
        event.preventDefault();
        // An error before the first message means that the worker's script did not load.
        fail(new ConvertError('resource-load-failed', event.message || 'the worker did not start'));
      },
      { signal: listening.signal },
    );
    own.postMessage({ bytes, format: format.kind, maxBytes } satisfies ConvertRequest, [bytes.buffer]);
    try {
      onStage?.('loading');
      const { file, conversion } = await promise;
      const lastModified = source instanceof File ? source.lastModified : Date.now();
      const name = source instanceof File ? source.name : '';
      return {
        file: new File([file], renamed(name, endings[conversion.to]), { type: file.type, lastModified }),
        conversion,
      };
    } finally {
      clearTimeout(timer);
      listening.abort();
    }
  }

  return { convert, close };
}

/** Names the reason when a file cannot be read. */
async function whileReading<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (cause) {
    const { code, detail } = translateError(cause);
    throw code === 'file-unreadable' ? new ConvertError(code, detail, { cause }) : cause;
  }
}

/** Returns a file's name with another ending. A file without a name stays so. */
function renamed(name: string, ending: string): string {
  return name && `${name.replace(/\.[^.]{1,5}$/, '')}.${ending}`;
}

function startOwnWorker(): Worker {
  return new Worker(new URL('./worker/convert-worker.ts', import.meta.url), { type: 'module', name: 'isola-convert' });
}
