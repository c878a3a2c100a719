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
  // A photograph may be chosen while another one is being read, before React has rendered the pair.
  const newest = useRef(pair);
  const reading = useRef<Promise<unknown>>(Promise.resolve());
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const show = (next: ShotPair) => {
    newest.current = next;
    setPair(next);
  };
  const begin = (next: TwoShotsWork) => {
    setWork(next);
    setProblem(undefined);
    setNote(undefined);
  };
  const end = (found?: TwoShotsProblem) => {
    setWork({ state: 'idle' });
    setProblem(found);
  };

  /** Reads photographs at once, and puts them into the pair after those that were chosen before. */
  const read = async (files: readonly File[], slot: ShotSlot | undefined) => {
    begin({ state: 'reading' });
    const turn = Promise.all([Promise.all(files.slice(0, 2).map(readShot)), reading.current]);
    reading.current = turn;
    const [results] = await turn;
    const shots = results.flatMap((one) => ('failure' in one ? [] : [one]));
    const failed = results.find((one) => 'failure' in one);
    const filled = withShots(newest.current, shots, slot);
    show(filled.pair);
    if (files.length > 2) setNote('only-two');
    else if (filled.wasSwapped) setNote('swapped');
    if (failed) setProblem({ kind: 'failed', failure: failed.failure });
    if (reading.current === turn) setWork({ state: 'idle' });
  };

  const run = async (dark: ShotPair['dark'], light: ShotPair['light']) => {
    if (!dark || !light) return;
    begin({ state: 'combining', done: 0 });
    running.current = new AbortController();
    const { signal } = running.current;
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
      show(withoutShot(newest.current, slot));
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
