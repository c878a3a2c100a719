import { type Conversion, ConvertError, createConverter } from '@isola/convert';
import { useEffect, useRef, useState } from 'react';

import type { RefusedFile } from '../../batch.ts';

export type BatchConversionState =
  | { readonly state: 'idle' }
  /** `done` of `total` files were converted or have failed. */
  | { readonly state: 'converting'; readonly done: number; readonly total: number }
  | {
      readonly state: 'done';
      readonly converted: readonly { readonly name: string; readonly conversion: Conversion }[];
      readonly failed: readonly { readonly name: string; readonly error: ConvertError }[];
    };

export interface BatchConversionOptions {
  /** Called with each converted file. The next file waits for it. */
  readonly onConverted: (file: File, conversion: Conversion) => Promise<void>;
  /** Called with the files that a cancel has left. */
  readonly onCancelled: (rest: readonly RefusedFile[]) => void;
}

export interface BatchConversion {
  readonly state: BatchConversionState;
  readonly start: (files: readonly RefusedFile[]) => void;
  readonly cancel: () => void;
  readonly dismiss: () => void;
}

/** Converts files one after the other. A file that fails does not stop the others. */
export function useBatchConversion({ onConverted, onCancelled }: BatchConversionOptions): BatchConversion {
  const [state, setState] = useState<BatchConversionState>({ state: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run(files: readonly RefusedFile[], signal: AbortSignal): Promise<void> {
    const converter = createConverter();
    const converted: { name: string; conversion: Conversion }[] = [];
    const failed: { name: string; error: ConvertError }[] = [];
    for (const [index, { name, file }] of files.entries()) {
      setState({ state: 'converting', done: index, total: files.length });
      try {
        const { file: picture, conversion } = await converter.convert(file, { signal });
        await onConverted(picture, conversion);
        converted.push({ name, conversion });
      } catch (error) {
        if (signal.aborted) break;
        if (!(error instanceof ConvertError)) reportError(error);
        failed.push({ name, error: error instanceof ConvertError ? error : new ConvertError('processing-failed') });
      }
    }
    converter.close();
    const rest = files.slice(converted.length + failed.length);
    if (signal.aborted && rest.length > 0) onCancelled(rest);
    const isNothing = converted.length === 0 && failed.length === 0;
    setState(isNothing ? { state: 'idle' } : { state: 'done', converted, failed });
  }

  return {
    state,
    start(files) {
      running.current?.abort();
      running.current = new AbortController();
      void run(files, running.current.signal);
    },
    cancel: () => running.current?.abort(),
    dismiss: () => setState({ state: 'idle' }),
  };
}
