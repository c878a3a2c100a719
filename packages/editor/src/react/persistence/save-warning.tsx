import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { Editor } from '../../editor.ts';
import type { Autosave } from '../../persistence/autosave.ts';
import { failureOf } from '../../rendering/rendering-failure.ts';
import { FailureBanner } from '../session/failure-banner.tsx';
import type { Failure, PersistenceErrorCode } from '../../model/failure.ts';
import { PersistenceError } from '../../persistence/persistence-error.ts';
import { saveProject } from '../export/save-project.ts';

type Saving =
  | { readonly state: 'idle' | 'saving' | 'saved' }
  | { readonly state: 'refused'; readonly code: PersistenceErrorCode }
  | { readonly state: 'failed'; readonly failure: Failure };

/**
 * Warns that unsaved work will be lost with the page, and offers to save it as a file. Renders nothing while all is
 * saved.
 */
export function SaveWarning({
  editor,
}: {
  editor: Pick<Editor, 'document' | 'segmentation' | 'registries' | 'autosave'>;
}) {
  const { autosave } = editor;
  return autosave && <Warning {...editor} autosave={autosave} />;
}

interface WarningProps extends Pick<Editor, 'document' | 'segmentation' | 'registries'> {
  autosave: Autosave;
}

function Warning({ document, segmentation, registries, autosave }: WarningProps) {
  const { t } = useTranslation(['editor', 'tool', 'common']);
  const state = useStore(autosave.stateOf(document));
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const [dismissed, setDismissed] = useState<string>();

  const save = async () => {
    if (saving.state === 'saving') return;
    setSaving({ state: 'saving' });
    try {
      await saveProject({ document, segmentation, registries, autosave }, t('tool:photo.fileName'));
      setSaving({ state: 'saved' });
    } catch (error) {
      setSaving(
        error instanceof PersistenceError
          ? { state: 'refused', code: error.code }
          : { state: 'failed', failure: failureOf(error) },
      );
    }
  };

  const isSafe = state === 'saved' || state === 'saving';
  const matter = isSafe ? autosave.isHistoryLost(document) && 'history' : state;
  if (!matter || dismissed === matter) return null;
  const dismissal = { onDismiss: () => setDismissed(matter), dismissLabel: t('common:dismiss') };
  if (isSafe) return <Banner tone="info" title={t('saved.historyLost')} {...dismissal} />;
  if (saving.state === 'failed') {
    return <FailureBanner failure={saving.failure} onDismiss={() => setSaving({ state: 'idle' })} />;
  }
  return (
    <Banner
      tone="warning"
      title={t('saved.notKept')}
      data-slot="save-warning"
      actions={
        <Button
          size="sm"
          loading={saving.state === 'saving'}
          onClick={() => void save()}
          className="pointer-coarse:h-11"
        >
          {t('saved.saveProject')}
        </Button>
      }
      {...dismissal}
    >
      {/* The text is visually hidden on phones, where it would leave no space for the image. The button names the
          remedy. */}
      <p className="max-sm:sr-only">{t(`saved.state.${state}`)}</p>
      <p role="status" className="text-ink empty:hidden">
        {saving.state === 'saved' && t('saved.projectSaved')}
      </p>
      {saving.state === 'refused' && (
        <p role="alert" className="text-danger">
          {t(`saved.error.${saving.code}`)}
        </p>
      )}
    </Banner>
  );
}
