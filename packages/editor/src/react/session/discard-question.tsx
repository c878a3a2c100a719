import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import type { DiscardDialogProps } from './discard-dialog.tsx';
import { useSession, useSessionState } from './editor-host.tsx';

const Dialog = lazy<ComponentType<DiscardDialogProps>>(() =>
  import('./discard-dialog.tsx').then(
    ({ DiscardDialog }) => ({ default: DiscardDialog }),
    () => ({ default: BrowserDialog }),
  ),
);

/** Asks whether unsaved work may be discarded. It is rendered on every page that opens images. */
export function DiscardQuestion() {
  const { question, questionedName } = useSessionState();
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <Dialog question={question} name={questionedName ?? ''} />
    </Suspense>
  );
}

/** Fallback for a dialog whose code does not load. It asks by the browser's `confirm`. */
function BrowserDialog({ question, name }: DiscardDialogProps) {
  const { t } = useTranslation('tool');
  const session = useSession();
  useEffect(() => {
    const text = `${t('discard.title')}\n\n${t(`discard.${question}.text`, { name: name || t('photo.pasted') })}`;
    session.answer(confirm(text) ? 'discard' : 'keep');
  }, [session, question, name, t]);
  return null;
}
