import type { TwoShotsErrorCode } from '@isola/segmenter/two-shots';
import { useEffect, useRef, useState } from 'react';

import type { Failure } from '../../model/failure.ts';
import { type CombineTwoShots, combineTwoShots } from '../../two-shots/combine-two-shots.ts';
import { readShot } from '../../two-shots/read-shot.ts';
import { glassName, type ShotPair, type ShotSlot, withoutShot, withShots } from '../../two-shots/shot-pair.ts';
import type { TransferWay } from '../import/transfer-sheet.tsx';

export type TwoShotsWork =
  | { readonly state: 'idle' | 'reading' }
  | {
      readonly state: 'combining';
      /** Share that is done, 0…1. */
      readonly done: number;
    };

export type TwoShotsProblem =
  | { readonly kind: 'refused'; readonly code: TwoShotsErrorCode }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'nothing'; readonly way: TransferWay };

export interface TwoShotsOptions {
  /** Combines the photographs. Default: `combineTwoShots`. */
  readonly combine?: CombineTwoShots;
  /**
   * Receives the combined image. The work is finished when the promise resolves.
   * @param signal aborted when the user cancels.
   */
  readonly onImage: (image: File, signal: AbortSignal) => Promise<Failure | undefined>;
}

export interface TwoShots {
  readonly pair: ShotPair;
  readonly work: TwoShotsWork;
  readonly problem: TwoShotsProblem | undefined;
  readonly note: 'swapped' | 'only-two' | 'cancelled' | undefined;
  /** Reads photographs that were chosen, dropped or pasted. While photographs are combined, it does nothing. */
  readonly take: (files: readonly File[], slot?: ShotSlot) => void;
  readonly takeNothing: (way: TransferWay) => void;
  readonly remove: (slot: ShotSlot) => void;
  readonly start: () => void;
  /** Ends the combining. The photographs stay. */
  readonly cancel: () => void;
}

/** Holds the state of the two photographs and of the work on them. Unmounting ends the work. */
export function useTwoShots({ combine = combineTwoShots, onImage }: TwoShotsOptions): TwoShots {
  const [pair, setPair] = useState<ShotPair>({});
  const [work, setWork] = useState<TwoShotsWork>({ state: 'idle' });
  const [problem, setProblem] = useState<TwoShotsProblem>();
  const [note, setNote] = useState<TwoShots['note']>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** Begins a piece of work in place of the one before. */
  const begin = (next: TwoShotsWork): AbortSignal => {
    running.current?.abort();
    running.current = new AbortController();
    setWork(next);
    setProblem(undefined);
    setNote(undefined);
    return running.current.signal;
  };
  const end = (found?: TwoShotsProblem) => {
    setWork({ state: 'idle' });
    setProblem(found);
  };

  const read = async (files: readonly File[], slot: ShotSlot | undefined) => {
    const signal = begin({ state: 'reading' });
    const read = await Promise.all(files.slice(0, 2).map(readShot));
    if (signal.aborted) return;
    const shots = read.flatMap((one) => ('failure' in one ? [] : [one]));
    const failed = read.find((one) => 'failure' in one);
    const filled = withShots(pair, shots, slot);
    setPair(filled.pair);
    setNote(files.length > 2 ? 'only-two' : filled.wasSwapped ? 'swapped' : undefined);
    end(failed && { kind: 'failed', failure: failed.failure });
  };

  const run = async (dark: ShotPair['dark'], light: ShotPair['light']) => {
    if (!dark || !light) return;
    const signal = begin({ state: 'combining', done: 0 });
    try {
      const onProgress = (done: number) => !signal.aborted && setWork({ state: 'combining', done });
      const outcome = await combine(dark.picture, light.picture, { signal, onProgress });
      if (signal.aborted) return;
      if ('refusal' in outcome) return end({ kind: 'refused', code: outcome.refusal });
      if ('failure' in outcome) return end({ kind: 'failed', failure: outcome.failure });
      const image = new File([outcome.png], glassName(dark.name), { type: 'image/png' });
      const failure = await onImage(image, signal);
      if (!signal.aborted) end(failure && { kind: 'failed', failure });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };

  const isCombining = work.state === 'combining';
  return {
    pair,
    work,
    problem,
    note,
    take: (files, slot) => {
      if (!isCombining) void read(files, slot);
    },
    takeNothing: (way) => {
      if (!isCombining) setProblem({ kind: 'nothing', way });
    },
    remove: (slot) => {
      setPair(withoutShot(pair, slot));
      setProblem(undefined);
      setNote(undefined);
    },
    start: () => void run(pair.dark, pair.light),
    cancel: () => {
      running.current?.abort();
      setWork({ state: 'idle' });
      setNote('cancelled');
    },
  };
}
