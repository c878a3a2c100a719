import { download, safeFileName, saveAs, saveOver } from '@isola/files';
import type { EncodedFile } from '@isola/imaging';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { Editor } from '../../editor.ts';
import { copyResult } from '../../export/copy-result.ts';
import type { Failure } from '../../model/failure.ts';
import { failureOf } from '../../rendering/rendering-failure.ts';
import type { DocumentState } from '../../schema/document-state.ts';

export type ExportAction = 'copy' | 'save' | 'share';

/** Outcome of an export, shown as long as the exported state is the current one. */
interface Outcome {
  readonly of: DocumentState;
  readonly action: ExportAction;
  readonly state: 'under-way' | 'done' | 'failed';
  /** Name of the saved file. */
  readonly name?: string;
}

export interface ExportHandlers {
  /** Outcome of the last export, as long as the exported state is the current one. */
  readonly outcome: Outcome | undefined;
  readonly stateOf: (action: ExportAction) => Outcome['state'] | 'idle';
  /** State of the matte's file; undefined when none is being written. */
  readonly matte: 'under-way' | Failure | undefined;
  readonly copyPng: () => Promise<void>;
  /** @param over the file that is overwritten. By default the visitor chooses a file. */
  readonly save: (over?: FileSystemFileHandle) => Promise<void>;
  readonly share: () => Promise<void>;
  readonly saveMatte: () => Promise<void>;
  readonly dismissMatteFailure: () => void;
}

/**
 * Returns the actions that copy, save and share a result, with their outcomes.
 * @param ready the written file; undefined until it is ready.
 * @param ending extension of the file's name, without the dot.
 */
export function useExportActions(editor: Editor, ready: EncodedFile | undefined, ending: string): ExportHandlers {
  const { t } = useTranslation('editor');
  const { document, rendering, autosave, naming } = editor;
  const state = useStore(document.history, ({ state }) => state);
  const [outcome, setOutcome] = useState<Outcome>();
  const [matte, setMatte] = useState<'under-way' | Failure>();
  const work = useWork();
  const current = outcome?.of === state ? outcome : undefined;

  const fallback = t('tool:photo.fileName');
  const resultName = () => naming.nameOf(document.image.name, { fallback, ending });

  return {
    outcome: current,
    stateOf: (action) => (current?.action === action ? current.state : 'idle'),
    matte,
    async copyPng() {
      setOutcome({ of: state, action: 'copy', state: 'under-way' });
      try {
        await copyResult(rendering, work());
        setOutcome({ of: state, action: 'copy', state: 'done' });
      } catch {
        setOutcome({ of: state, action: 'copy', state: 'failed' });
      }
    },
    async save(over) {
      if (!ready) return;
      setOutcome({ of: state, action: 'save', state: 'under-way' });
      const history = document.history.dump();
      try {
        if (over) await saveOver(over, ready.file);
        const handle = over ?? (await saveAs(ready.file, resultName()));
        if (handle) {
          editor.setSaveTarget(handle);
          autosave?.noteSaved(document, history);
        }
        setOutcome(handle && { of: state, action: 'save', state: 'done', name: handle.name });
      } catch {
        setOutcome({ of: state, action: 'save', state: 'failed' });
      }
    },
    async share() {
      if (!ready) return;
      setOutcome(undefined);
      try {
        await navigator.share({ files: [new File([ready.file], resultName(), { type: ready.file.type })] });
      } catch (error) {
        // The visitor closed the system's dialog, so no message is shown.
        if (error instanceof DOMException && error.name === 'AbortError') return;
        setOutcome({ of: state, action: 'share', state: 'failed' });
      }
    },
    async saveMatte() {
      const signal = work();
      setMatte('under-way');
      try {
        const name = safeFileName(document.image.name, { fallback, ending: 'png', kind: 'matte' });
        download(await rendering.writeMatte(signal), name);
        setMatte(undefined);
      } catch (error) {
        setMatte(signal.aborted ? undefined : failureOf(error));
      }
    },
    dismissMatteFailure: () => setMatte(undefined),
  };
}

/** Returns a function that returns the signal for a piece of work. The signal is aborted when the component unmounts. */
function useWork(): () => AbortSignal {
  const own = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      own.current?.abort();
      own.current = undefined;
    },
    [],
  );
  return () => (own.current ??= new AbortController()).signal;
}
