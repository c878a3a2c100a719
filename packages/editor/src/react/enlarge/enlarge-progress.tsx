import { formatPercent, type Locale } from '@isola/i18n';
import { Progress } from '@isola/ui/progress';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { withEnlargement } from '../../document/enlargement.ts';
import type { Editor } from '../../editor.ts';
import { CancelButton } from '../canvas/work-note.tsx';

export type EnlargingEditor = Pick<Editor, 'document' | 'rendering' | 'download'>;

/** Leaves the subject as large as it was photographed, as one step, and ends a download that waits for it. */
export function stopEnlarging({
  document: { history },
  download,
}: Pick<EnlargingEditor, 'document' | 'download'>): void {
  download.cancel();
  download.dismissFailure();
  history.commit('enlarge', withEnlargement(history.getState().state, undefined));
}

/**
 * Progress of the network for a file that is waited for, or for the zoomed view, with a button that cancels the
 * enlargement.
 */
export function EnlargeProgress({ editor }: { editor: EnlargingEditor }) {
  const { t, i18n } = useTranslation('editor');
  const fileShare = useStore(editor.rendering, ({ enlarging }) => enlarging);
  const viewShare = useStore(editor.rendering, ({ enlargingView }) => enlargingView);
  const isNeeded = useStore(editor.rendering, ({ file }) => file.state === 'working');
  const isWriting = useStore(editor.download, (state) => state.isWriting);
  const share = (isNeeded || isWriting ? fileShare : undefined) ?? viewShare;
  const isShown = share !== undefined;
  const percent = formatPercent(i18n.language as Locale, Math.floor((share ?? 0) * 100) / 100);
  return (
    <>
      <div className={isShown ? 'flex justify-between gap-3 text-13' : 'sr-only'}>
        <p role="status">{isShown && <span>{t('enlarge.working')}</span>}</p>
        {/* A screen reader would announce every step of the number. */}
        {isShown && (
          <span aria-hidden className="text-soft tabular-nums">
            {percent}
          </span>
        )}
      </div>
      {isShown && (
        <div data-slot="enlarge-progress" className="flex items-center gap-3">
          <Progress label={t('enlarge.working')} fraction={share} valueText={percent} className="min-w-0 flex-1" />
          <CancelButton cancel={() => stopEnlarging(editor)} />
        </div>
      )}
    </>
  );
}
