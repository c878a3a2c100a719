import { type Conversion, ConvertError, type ConvertStage, createConverter } from '@isola/convert';
import { useEffect, useRef, useState } from 'react';

import { maxFileBytes } from '../../image/main-picture.ts';

/** A file that was converted. */
export interface Converted {
  /** The file that was given. */
  readonly source: Blob;
  /** The result, which the tool opens. */
  readonly file: File;
  readonly conversion: Conversion;
}

/** A file that could not be converted, and the reason. */
export interface Unconverted {
  readonly source: Blob;
  readonly error: ConvertError;
}

export type ConversionState =
  | { readonly state: 'idle' }
  | { readonly state: 'converting'; readonly stage: ConvertStage }
  | { readonly state: 'failed'; readonly failed: readonly Unconverted[] };

export interface ConversionRun {
  readonly state: ConversionState;
  readonly start: () => void;
  readonly cancel: () => void;
}

/**
 * Converts files one after the other when `start` is called. A file that fails does not stop the others. The conversion
 * ends when the component is removed.
 * @param onConverted called once at the end, with all files that were converted, if there is one.
 */
export function useConversion(
  files: readonly Blob[],
  onConverted: (converted: readonly Converted[]) => void,
): ConversionRun {
  const [state, setState] = useState<ConversionState>({ state: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run(signal: AbortSignal): Promise<void> {
    const converter = createConverter();
    const converted: Converted[] = [];
    const failed: Unconverted[] = [];
    for (const source of files) {
      try {
        const result = await converter.convert(source, {
          maxBytes: maxFileBytes,
          signal,
          onStage: (stage) => setState({ state: 'converting', stage }),
        });
        converted.push({ source, ...result });
      } catch (error) {
        if (signal.aborted) break;
        if (!(error instanceof ConvertError)) reportError(error);
        failed.push({ source, error: error instanceof ConvertError ? error : new ConvertError('processing-failed') });
      }
    }
    converter.close();
    if (signal.aborted) return;
    setState(failed.length > 0 ? { state: 'failed', failed } : { state: 'idle' });
    if (converted.length > 0) onConverted(converted);
  }

  return {
    state,
    start() {
      running.current = new AbortController();
      setState({ state: 'converting', stage: 'loading' });
      void run(running.current.signal);
    },
    cancel() {
      running.current?.abort();
      setState({ state: 'idle' });
    },
  };
}
