import { type Conversion, ConvertError, type ConvertStage, createConverter } from '@isola/convert';
import { useEffect, useRef, useState } from 'react';

import { maxFileBytes } from '../../image/main-picture.ts';

export type ConversionState =
  | { readonly state: 'idle' }
  | { readonly state: 'converting'; readonly stage: ConvertStage }
  | { readonly state: 'failed'; readonly error: ConvertError };

export interface ConversionRun {
  readonly state: ConversionState;
  readonly start: () => void;
  readonly cancel: () => void;
}

/** Converts a file when `start` is called. The conversion ends when the component is removed. */
export function useConversion(file: Blob, onConverted: (file: File, conversion: Conversion) => void): ConversionRun {
  const [state, setState] = useState<ConversionState>({ state: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run(signal: AbortSignal): Promise<void> {
    const converter = createConverter();
    try {
      const converted = await converter.convert(file, {
        maxBytes: maxFileBytes,
        signal,
        onStage: (stage) => setState({ state: 'converting', stage }),
      });
      onConverted(converted.file, converted.conversion);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ConvertError)) reportError(error);
      setState({
        state: 'failed',
        error: error instanceof ConvertError ? error : new ConvertError('processing-failed'),
      });
    } finally {
      converter.close();
    }
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
