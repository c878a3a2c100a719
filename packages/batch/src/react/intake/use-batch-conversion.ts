import { type Conversion, convertAll, type ConvertError } from '@isola/convert';
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
  /** Converts files. While others are being converted, they are converted after those. */
  readonly start: (files: readonly RefusedFile[]) => void;
  readonly cancel: () => void;
  readonly dismiss: () => void;
}

/** A conversion that is running. */
interface Run {
  /** All files of the conversion. Further files are added at the end. */
  readonly files: RefusedFile[];
  readonly stopping: AbortController;
}

/** Converts files one after the other. A file that fails does not stop the others. */
export function useBatchConversion({ onConverted, onCancelled }: BatchConversionOptions): BatchConversion {
  const [state, setState] = useState<BatchConversionState>({ state: 'idle' });
  const running = useRef<Run>(undefined);
  useEffect(() => () => running.current?.stopping.abort(), []);

  async function convert(run: Run): Promise<void> {
    const converted: { name: string; conversion: Conversion }[] = [];
    const failed: { name: string; error: ConvertError }[] = [];
    const doneCount = () => converted.length + failed.length;
    /** Shows a state, unless another conversion has begun after a cancel. */
    const show = (next: BatchConversionState) => {
      if (running.current === run) setState(next);
    };
    await convertAll(run.files, {
      signal: run.stopping.signal,
      onBegin: () => show({ state: 'converting', done: doneCount(), total: run.files.length }),
      async onConverted({ name }, { file, conversion }) {
        await onConverted(file, conversion);
        converted.push({ name, conversion });
      },
      onFailed: ({ name }, error) => failed.push({ name, error }),
    });
    const rest = run.files.slice(doneCount());
    if (rest.length > 0) onCancelled(rest);
    show(doneCount() === 0 ? { state: 'idle' } : { state: 'done', converted, failed });
    if (running.current === run) running.current = undefined;
  }

  return {
    state,
    start(files) {
      const run = running.current;
      if (run && !run.stopping.signal.aborted) {
        run.files.push(...files);
        setState((before) => (before.state === 'converting' ? { ...before, total: run.files.length } : before));
        return;
      }
      running.current = { files: [...files], stopping: new AbortController() };
      void convert(running.current);
    },
    cancel: () => running.current?.stopping.abort(),
    dismiss: () => setState({ state: 'idle' }),
  };
}
