import { type OutlinePath, traceOutline } from '@isola/imaging';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { BrushTool } from '../../brush/create-brush-store.ts';
import type { FoundObject } from '../../brush/find-object.ts';
import { addEdit } from '../../document/add-edit.ts';
import type { ObjectClick } from '../../edits/object.ts';
import type { Editor } from '../../editor.ts';
import type { Edit } from '../../model/edit.ts';
import type { Failure } from '../../model/failure.ts';
import { initialState } from '../../schema/initial-state.ts';
import { useEditorHost } from '../session/editor-host.tsx';

export interface ObjectClicks {
  /** Number of clicks whose objects are being looked for. */
  readonly waiting: number;
  /** Reason why the last object could not be found. */
  readonly failure: Failure | undefined;
  /** Outline of the object that a click would take, in px of the image. */
  readonly preview: readonly OutlinePath[] | undefined;
  /** Looks for the object at a click, after those of earlier clicks, and adds or removes it as one step. */
  readonly find: (click: ObjectClick) => void;
  /** Looks for the object at the place where the mouse rests, so that its outline can be shown. */
  readonly aim: (click: ObjectClick | undefined) => void;
  /** Looks for the object of the last failure again. */
  readonly retry: () => void;
  /** Gives up all clicks that wait. */
  readonly cancel: () => void;
}

/** An object that was found before the click. */
interface Preview extends FoundObject {
  readonly paths: readonly OutlinePath[];
  /** The document's edits when it was found. With other edits, it is another object. */
  readonly edits: readonly Edit[];
}

/** Time for which the mouse rests before the object under it is looked for, in ms. */
const restMs = 250;
/** Change of alpha from which on a pixel belongs to an object. */
const minChange = 128;

/**
 * Asks the segmenter for the objects that the user clicks.
 * @param tool the tool of the brush. An outline is shown only while its own tool is chosen.
 * @param say announces that a click changes nothing.
 */
export function useObjectClicks(editor: Editor, tool: BrushTool, say: (words: string) => void): ObjectClicks {
  const { t } = useTranslation('editor');
  const { document, registries } = editor;
  const edits = useStore(document.history, ({ state }) => state.matte.edits);
  const look = useObjectSearch(editor);
  const [waiting, setWaiting] = useState(0);
  const [failed, setFailed] = useState<{ readonly click: ObjectClick; readonly failure: Failure }>();
  const queue = useRef(Promise.resolve());
  const running = useRef(new AbortController());
  // A reopened image has no bitmap, and its page may have loaded no model. A mouse that rests shall not load it.
  const isLoaded = useRef(document.image.bitmap !== undefined);
  const { preview, aim, drop } = usePreview(look, edits, () => isLoaded.current && waiting === 0);
  // Clicks end with the stage of the brush.
  useEffect(() => {
    running.current = new AbortController();
    return () => running.current.abort();
  }, []);

  const take = (click: ObjectClick, found: FoundObject | undefined) => {
    if (found) addEdit(document, { ...found.edit, x: click.x, y: click.y }, registries.edits);
    else say(t('refine.noEffect', { hint: t(`refine.hint.${click.action}`) }));
  };

  const find = (click: ObjectClick) => {
    const { signal } = running.current;
    setFailed(undefined);
    drop();
    if (preview && !click.box && isAt(preview, click)) return take(click, preview);
    setWaiting((count) => count + 1);
    queue.current = queue.current.then(async () => {
      try {
        signal.throwIfAborted();
        take(click, await look(click, signal));
        isLoaded.current = true;
      } catch (error) {
        if (signal.aborted) return;
        const { failureOf } = await import('../../import/open-file.ts');
        setFailed({ click, failure: failureOf(error) });
      } finally {
        setWaiting((count) => count - 1);
      }
    });
  };

  return {
    waiting,
    failure: failed?.failure,
    preview: preview?.edit.action === tool ? preview.paths : undefined,
    find,
    aim,
    retry: () => failed && find(failed.click),
    cancel() {
      running.current.abort();
      running.current = new AbortController();
    },
  };
}

type Look = (click: ObjectClick, signal: AbortSignal) => Promise<FoundObject | undefined>;

/** @returns a function that finds the object at a click in the image as it is edited now. */
function useObjectSearch({ document, rendering, segmentation }: Editor): Look {
  const { loadSegmenter } = useEditorHost();
  return async (click, signal) => {
    const [segmenter, { findObject }] = await Promise.all([loadSegmenter?.(), import('../../brush/find-object.ts')]);
    if (!segmenter) return undefined;
    const { edits } = document.history.getState().state.matte;
    const shown = await rendering.editedMatte({ ...initialState.matte, edits }, signal);
    const found = await findObject(segmenter, click, {
      image: document.image,
      first: segmentation.matte,
      shown,
      isCorrected: edits.some((edit) => edit.kind === 'object' && edit.action === 'remove-object'),
      signal,
    });
    signal.throwIfAborted();
    return found;
  };
}

/**
 * Looks for the object under a mouse that rests.
 * @param edits the document's edits.
 * @param mayLook returns whether a search would neither load a model nor delay a click.
 */
function usePreview(look: Look, edits: readonly Edit[], mayLook: () => boolean) {
  const [found, setFound] = useState<Preview>();
  const searching = useRef(new AbortController());
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const preview = found?.edits === edits ? found : undefined;

  const drop = () => {
    clearTimeout(resting.current);
    searching.current.abort();
    setFound(undefined);
  };
  useEffect(
    () => () => {
      clearTimeout(resting.current);
      searching.current.abort();
    },
    [],
  );

  const search = async (click: ObjectClick) => {
    if (!mayLook()) return;
    const own = new AbortController();
    searching.current = own;
    try {
      const object = await look(click, own.signal);
      if (object && !own.signal.aborted) setFound({ ...object, edits, paths: traceOutline(object.change, minChange) });
    } catch {
      // The mouse moved on, or the search failed, which a click would report.
    }
  };

  const aim = (click: ObjectClick | undefined) => {
    if (click && preview && isAt(preview, click)) return;
    drop();
    if (click) resting.current = setTimeout(() => void search(click), restMs);
  };
  return { preview, aim, drop };
}

/** Checks whether a click would take this object. */
function isAt({ edit, change: { data, widthPx } }: FoundObject, { action, x, y }: ObjectClick): boolean {
  return edit.action === action && (data[Math.floor(y) * widthPx + Math.floor(x)] ?? 0) >= minChange;
}
