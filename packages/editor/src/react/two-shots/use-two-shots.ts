import { sourceFormatOf } from '@isola/convert';
import type { TwoShotsErrorCode } from '@isola/segmenter/two-shots';
import { useEffect, useRef, useState } from 'react';

import type { Failure } from '../../model/failure.ts';
import { type CombineTwoShots, combineTwoShots } from '../../two-shots/combine-two-shots.ts';
import { readShot } from '../../two-shots/read-shot.ts';
import {
  type ChosenShot,
  emptySlot,
  glassName,
  otherSlot,
  type ShotPair,
  type ShotSlot,
  shotSlots,
  type WaitingShot,
  type WaitingShots,
  withoutShot,
  withShots,
} from '../../two-shots/shot-pair.ts';
import type { Converted } from '../convert/use-conversion.ts';
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
  /** Chosen files of formats that can be converted. They become photographs with `takeConverted`. */
  readonly waiting: WaitingShots;
  readonly work: TwoShotsWork;
  readonly problem: TwoShotsProblem | undefined;
  readonly note: 'swapped' | 'only-two' | 'cancelled' | undefined;
  /** Reads photographs that were chosen, dropped or pasted. While photographs are combined, it does nothing. */
  readonly take: (files: readonly File[], slot?: ShotSlot) => void;
  /** Puts waiting files that were converted into their slots. */
  readonly takeConverted: (converted: readonly Converted[]) => void;
  /** Gives up the waiting files. */
  readonly dismissWaiting: () => void;
  readonly takeNothing: (way: TransferWay) => void;
  readonly remove: (slot: ShotSlot) => void;
  readonly start: () => void;
  /** Ends the combining. The photographs stay. */
  readonly cancel: () => void;
}

/** Holds the state of the two photographs and of the work on them. Unmounting ends the work. */
export function useTwoShots({ combine = combineTwoShots, onImage }: TwoShotsOptions): TwoShots {
  const [pair, setPair] = useState<ShotPair>({});
  const [waiting, setWaiting] = useState<WaitingShots>({});
  const [work, setWork] = useState<TwoShotsWork>({ state: 'idle' });
  const [problem, setProblem] = useState<TwoShotsProblem>();
  const [note, setNote] = useState<TwoShots['note']>();
  // A photograph may be chosen while another one is being read, before React has rendered the pair.
  const newest = useRef({ pair, waiting });
  const reading = useRef<Promise<unknown>>(Promise.resolve());
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const show = (next: { readonly pair: ShotPair; readonly waiting: WaitingShots }) => {
    newest.current = next;
    setPair(next.pair);
    setWaiting(next.waiting);
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

  /** Reads files at once, and puts them into the pair after those that were chosen before. */
  const read = async (files: readonly ChosenFile[], { slot, isMore = false }: ReadOptions = {}) => {
    begin({ state: 'reading' });
    const turn = Promise.all([Promise.all(files.map(readFile)), reading.current]);
    reading.current = turn;
    const [results] = await turn;
    const before = newest.current;
    const first = slot ?? emptySlot(before.pair, before.waiting) ?? 'dark';
    const taken = results.filter((result) => !('failure' in result));
    const placed = taken.map((result, index) => ({ slot: index === 0 ? first : otherSlot(first), result }));
    const shots = placed.flatMap(({ slot: at, result }) => ('picture' in result ? [{ slot: at, shot: result }] : []));
    let next: WaitingShots = before.waiting;
    for (const { slot: at, result } of placed)
      next = 'picture' in result ? withoutShot(next, at) : { ...next, [at]: result };
    const filled = withShots(
      before.pair,
      shots.map(({ shot }) => shot),
      shots[0]?.slot,
    );
    show({ pair: filled.pair, waiting: next });
    const failed = results.find((result) => 'failure' in result);
    if (isMore) setNote('only-two');
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
    waiting,
    work,
    problem,
    note,
    take: (files, slot) => {
      const chosen = files.slice(0, 2).map((file) => ({ file }));
      if (!isCombining) void read(chosen, { slot, isMore: files.length > 2 });
    },
    takeConverted: (converted) => {
      const ready = shotSlots.flatMap((slot) => {
        const found = converted.find(({ source }) => source === newest.current.waiting[slot]?.file);
        return found ? [{ slot, ...found }] : [];
      });
      const [one] = ready;
      if (one && !isCombining) void read(ready, { slot: one.slot });
    },
    dismissWaiting: () => show({ ...newest.current, waiting: {} }),
    takeNothing: (way) => {
      if (!isCombining) setProblem({ kind: 'nothing', way });
    },
    remove: (slot) => {
      const { pair: shots, waiting: others } = newest.current;
      show({ pair: withoutShot(shots, slot), waiting: withoutShot(others, slot) });
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

/** A file for a slot, and what happened to it when it was converted. */
type ChosenFile = Pick<Converted, 'file'> & Partial<Pick<Converted, 'conversion'>>;

interface ReadOptions {
  /** Slot for the first file; an empty one unless given. */
  readonly slot?: ShotSlot | undefined;
  /** True when more files were chosen than are read. */
  readonly isMore?: boolean;
}

/** Reads a photograph. @returns the file itself when its format has to be converted first. */
async function readFile({
  file,
  conversion,
}: ChosenFile): Promise<ChosenShot | WaitingShot | { readonly failure: Failure }> {
  const read = await readShot(file);
  if (!('failure' in read)) return { ...read, ...(conversion && { conversion }) };
  const { code, format } = read.failure;
  return code === 'unsupported-format' && format && sourceFormatOf(format) ? { file, format } : read;
}
