import { download, safeFileName } from '@isola/files';
import { Button } from '@isola/ui/button';
import { cn } from '@isola/ui/cn';
import { FileDown, FileUp, Save } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { Editor } from '../../editor.ts';
import { untilSettled } from '../../history/until-settled.ts';
import type { Autosave } from '../../persistence/autosave.ts';
import type { MatteEdits } from '../../schema/document-state.ts';
import { FailureBanner } from '../session/failure-banner.tsx';
import { PersistenceError } from '../../persistence/persistence-error.ts';
import type { PersistenceErrorCode, Failure } from '../../model/failure.ts';
import {
  applyPreset,
  editsOf,
  presetOf,
  readPresetFile,
  presetEnding,
  presetFile,
} from '../../persistence/preset-file.ts';
import { createDocumentSchema } from '../../registry/document-schema.ts';
import { saveProject } from './save-project.ts';
import { failureOf } from '../../rendering/rendering-failure.ts';

type Outcome =
  | { readonly state: 'idle' | 'saving' | 'saved' | 'presetSaved' | 'applied' }
  | { readonly state: 'refused'; readonly code: PersistenceErrorCode }
  | { readonly state: 'failed'; readonly failure: Failure };

/**
 * Section that saves a project or a preset as a file, applies a preset, and shows how long the browser stores the work.
 */
export function ProjectSection({ editor }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  const { document, rendering, autosave } = editor;
  const [outcome, setOutcome] = useState<Outcome>({ state: 'idle' });
  const input = useRef<HTMLInputElement>(null);
  const isBusy = outcome.state === 'saving';
  // Buttons that were `disabled` would lose the keyboard focus.
  const presetButton = {
    'aria-disabled': isBusy,
    className: 'px-2 aria-disabled:text-faint pointer-coarse:h-11',
  } as const;

  const nameOf = (ending: string) => safeFileName(document.image.name, { fallback: t('tool:photo.fileName'), ending });
  const attempt = async (work: () => Promise<'saved' | 'presetSaved' | 'applied'>) => {
    if (isBusy) return;
    setOutcome({ state: 'saving' });
    try {
      setOutcome({ state: await work() });
    } catch (error) {
      setOutcome(
        error instanceof PersistenceError
          ? { state: 'refused', code: error.code }
          : { state: 'failed', failure: failureOf(error) },
      );
    }
  };
  const save = () =>
    attempt(async () => {
      await saveProject(editor, t('tool:photo.fileName'));
      return 'saved';
    });
  const editedMatte = (edits: MatteEdits) => rendering.editedMatte(edits, new AbortController().signal);
  const savePreset = () =>
    attempt(async () => {
      const { state } = document.history.getState();
      download(presetFile(presetOf(state, await editedMatte(state.matte), editor.registries)), nameOf(presetEnding));
      return 'presetSaved';
    });
  const apply = ({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) => {
    const file = files?.[0];
    if (!file) return;
    void attempt(async () => {
      const pattern = await readPresetFile(file, createDocumentSchema(editor.registries));
      const matte = await editedMatte(editsOf(pattern, document.history.getState().state));
      await untilSettled(document.history);
      // The state is read again, because other steps may have been committed while the file was read.
      document.history.commit('preset', applyPreset(pattern, document.history.getState().state, matte));
      return 'applied';
    });
    // The field is cleared, because choosing the same file again would otherwise fire no change event.
    if (input.current) input.current.value = '';
  };

  return (
    <section aria-label={t('saved.project')} className="flex flex-col gap-4">
      {autosave && <SavedState document={document} autosave={autosave} />}
      <div className="flex flex-wrap gap-2 *:flex-auto">
        <Button
          loading={outcome.state === 'saving'}
          onClick={() => void save()}
          className="basis-full pointer-coarse:h-11"
        >
          {outcome.state !== 'saving' && <Save aria-hidden />}
          <span>{t('saved.saveProject')}</span>
        </Button>
        <Button {...presetButton} onClick={() => void savePreset()}>
          <FileDown aria-hidden />
          {t('saved.savePreset')}
        </Button>
        <Button {...presetButton} onClick={() => isBusy || input.current?.click()}>
          <FileUp aria-hidden />
          {t('saved.applyPreset')}
        </Button>
        {/* Phones know no type for this file extension, so `accept` is not set. The contents are checked instead. */}
        <input ref={input} type="file" hidden onChange={apply} />
      </div>
      <p role="status" className="text-13 empty:-mt-4">
        {outcome.state === 'saved' && <span>{t('saved.projectSaved')}</span>}
        {outcome.state === 'presetSaved' && <span>{t('saved.presetSaved')}</span>}
        {outcome.state === 'applied' && <span>{t('saved.applied')}</span>}
      </p>
      {outcome.state === 'refused' && (
        <p role="alert" data-code={outcome.code} className="text-13 text-danger">
          {t(`saved.error.${outcome.code}`)}
        </p>
      )}
      {outcome.state === 'failed' && (
        <FailureBanner failure={outcome.failure} onDismiss={() => setOutcome({ state: 'idle' })} />
      )}
      <p className="text-12 text-faint">{t('saved.hint')}</p>
    </section>
  );
}

function SavedState({ document, autosave }: { document: Editor['document']; autosave: Autosave }) {
  const { t } = useTranslation('editor');
  const state = useStore(autosave.stateOf(document));
  return (
    <p
      aria-live="polite"
      data-slot="save-state"
      data-state={state}
      className={cn(
        'grid text-13 *:[grid-area:1/1]',
        state === 'saved' || state === 'saving' ? 'text-soft' : 'text-ink',
      )}
    >
      <span>
        <span>{t(`saved.state.${state}`)}</span>
        {autosave.isHistoryLost(document) && <span> {t('saved.historyLost')}</span>}
      </span>
      {/* The longer sentence keeps its space, so that the buttons below do not move under the pointer. */}
      {state === 'saving' && (
        <span aria-hidden className="invisible">
          {t('saved.state.saved')}
        </span>
      )}
    </p>
  );
}
