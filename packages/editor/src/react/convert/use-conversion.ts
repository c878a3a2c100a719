import { type Conversion, convertAll, type ConvertError, type ConvertStage } from '@isola/convert';
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

/** The files that were converted. There is at least one. */
export type AllConverted = readonly [Converted, ...Converted[]];

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
 * ends when the component is removed. What happened to a file that is not among the given ones any more does not count.
 * @param onConverted called once at the end, with all files that were converted, if there is one.
 */
export function useConversion(files: readonly Blob[], onConverted: (converted: AllConverted) => void): ConversionRun {
  const [state, setState] = useState<ConversionState>({ state: 'idle' });
  /** Files for which `start` was called last. */
  const [started, setStarted] = useState<readonly Blob[]>([]);
  const running = useRef<AbortController>(undefined);
  const latest = useRef({ files, onConverted });
  useEffect(() => {
    latest.current = { files, onConverted };
  });
  useEffect(() => () => running.current?.abort(), []);

  async function run(signal: AbortSignal): Promise<void> {
    const converted: Converted[] = [];
    const failed: Unconverted[] = [];
    await convertAll(
      files.map((file) => ({ file })),
      {
        maxBytes: maxFileBytes,
        signal,
        onStage: (stage) => setState({ state: 'converting', stage }),
        onConverted: ({ file: source }, result) => void converted.push({ source, ...result }),
        onFailed: ({ file: source }, error) => failed.push({ source, error }),
      },
    );
    if (signal.aborted) return;
    setState(failed.length > 0 ? { state: 'failed', failed } : { state: 'idle' });
    const [first, ...others] = converted.filter(({ source }) => latest.current.files.includes(source));
    if (first) latest.current.onConverted([first, ...others]);
  }

  const isCurrent = started.some((file) => files.includes(file));
  return {
    state: isCurrent ? currentState(state, files) : { state: 'idle' },
    start() {
      running.current?.abort();
      running.current = new AbortController();
      setStarted(files);
      setState({ state: 'converting', stage: 'loading' });
      void run(running.current.signal);
    },
    cancel() {
      running.current?.abort();
      setState({ state: 'idle' });
    },
  };
}

/** Returns a state without the failures of files that were replaced or taken meanwhile. */
function currentState(state: ConversionState, files: readonly Blob[]): ConversionState {
  if (state.state !== 'failed') return state;
  const failed = state.failed.filter(({ source }) => files.includes(source));
  return failed.length > 0 ? { state: 'failed', failed } : { state: 'idle' };
}
