import { type EditorRegistries, formatOf } from '@isola/editor';
import type { StoreApi } from 'zustand/vanilla';

import type { Activity, BatchItem, BatchState } from '../batch.ts';
import { createResultNames } from '../naming/create-result-names.ts';
import type { CurrentPreset } from '../preset/create-current-preset.ts';
import type { AlikeNotes } from './create-alike-notes.ts';
import type { CurrentLesson } from './create-current-lesson.ts';
import type { Pace } from '../activity/create-pace.ts';
import type { Pauses } from '../activity/create-pauses.ts';
import type { BatchEntry } from './batch-entry.ts';
import type { Items } from './create-items.ts';
import { isLost, isOutdated, progressOf } from './item-progress.ts';

export interface PublisherOptions {
  readonly store: Pick<StoreApi<BatchState>, 'getState' | 'setState'>;
  readonly items: Items;
  readonly preset: CurrentPreset;
  readonly pauses: Pauses;
  readonly pace: Pace;
  readonly lesson: Pick<CurrentLesson, 'isDue' | 'progress'>;
  readonly alike: Pick<AlikeNotes, 'of'>;
  readonly registries: Pick<EditorRegistries, 'formats'>;
  /** Name of the results of images whose own names have no letters. */
  readonly fallbackName: string;
}

/** Writes the items and the activity of a batch into its public state. */
export interface Publisher {
  /** Returns true once the batch of an earlier visit has been read. */
  readonly isReady: () => boolean;
  /** Publishes everything that depends on the items. */
  readonly publish: () => void;
  /** Publishes the progress of one item. Names are not computed again, so this is cheap enough for every report. */
  readonly publishItem: (entry: BatchEntry) => void;
  readonly publishActivity: () => void;
  /** Returns the current activity without publishing it. */
  readonly activity: () => Activity;
  /** Returns the items as the state lists them, and the number of those that cannot be read. */
  readonly list: () => Pick<BatchState, 'items' | 'unreadableCount'>;
}

export function createPublisher(options: PublisherOptions): Publisher {
  const { store, items, preset, pauses, pace, lesson, alike } = options;
  const { formats } = options.registries;
  const namesOf = createResultNames(options.fallbackName);

  const isReady = () => store.getState().isReady;
  const context = () => ({ renderKey: preset.renderKey, isPaused: pauses.reason() !== undefined });

  function list(): Pick<BatchState, 'items' | 'unreadableCount'> {
    const entries = items.all();
    const names = namesOf(
      preset.get().namePattern,
      entries.map((entry) => ({ name: entry.sharedName ?? entry.name, ending: endingOf(entry) })),
    );
    return {
      items: entries.map((entry, at): BatchItem => {
        const { id, name, sizeBytes, override, openCount, conversion } = entry;
        const progress = progressOf(entry, names[at] ?? name, context());
        const facts = { ...lessonFactsOf(entry), ...(conversion && { conversion }) };
        const opened = openCount > 0 && ({ isOpen: true } as const);
        return { id, name, sizeBytes, hasOverride: override !== undefined, ...opened, ...facts, ...progress };
      }),
      unreadableCount: entries.filter((entry) => isLost(entry, preset.renderKey)).length,
    };
  }

  function endingOf({ outcome, override }: BatchEntry): string {
    const written = outcome?.kind === 'done' && formats.find(({ type }) => type === outcome.type);
    if (written) return written.ending;
    return formatOf((override?.state ?? preset.get().preset.state).export.format, formats).ending;
  }

  /** Returns the number of results that are missing, and of those that are outdated. */
  function remaining() {
    const readable = items.all().filter(({ isUnreadable }) => !isUnreadable);
    return {
      first: readable.filter(({ outcome }) => !outcome).length,
      again: readable.filter((entry) => isOutdated(entry, preset.renderKey) || lesson.isDue(entry)).length,
    };
  }

  function activity(): Activity {
    const { first, again } = remaining();
    if (!isReady() || first + again === 0) return { kind: 'idle' };
    const reason = pauses.reason();
    return reason ? { kind: 'paused', reason } : { kind: 'running' };
  }

  /** Returns the activity and the pace. The clock of the pace stands still while the batch does not run. */
  function progressNow(): Pick<BatchState, 'activity' | 'pace'> {
    const current = activity();
    if (current.kind === 'running') pace.start();
    else pace.stop();
    return { activity: current, pace: pace.estimate(remaining()) };
  }

  return {
    isReady,
    publish() {
      const entries = items.all();
      store.setState({ ...list(), ...progressNow(), lesson: lesson.progress(entries), alike: alike.of(entries) });
    },
    publishItem(entry) {
      const progress = progressOf(entry, '', context());
      store.setState(({ items: published }) => ({
        items: published.map((item) => (item.id === entry.id ? { ...item, ...progress } : item)),
      }));
    },
    publishActivity: () => store.setState(progressNow()),
    activity,
    list,
  };
}

function lessonFactsOf({ override, taught }: BatchEntry): Pick<BatchItem, 'isCorrected' | 'isTaught'> {
  const isCorrected = override !== undefined && override.state.matte.edits.length > 0;
  return { ...(isCorrected && { isCorrected }), ...(taught?.outcome === 'changed' && { isTaught: true }) };
}
