import { createSegmentationSession, type SegmentationSession } from '@isola/editor';
import { EditorHostProvider, SessionView, useEditorHost } from '@isola/editor/react';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Spinner } from '@isola/ui/spinner';
import { Check } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { OpenedItem } from '../batch.ts';
import { useBatch } from './batch-context.tsx';

export interface ItemEditorProps {
  id: string;
  onClose: () => void;
  /** Called when the changes of the image are saved, before `onClose`. */
  onSaved: (id: string) => void;
}

type Opening =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly item: OpenedItem; readonly session: SegmentationSession }
  | { readonly state: 'failed' };

/** Shows one image of the batch in the editor. Changes are saved as the override of this image. */
export function ItemEditor(props: ItemEditorProps) {
  const [attempt, setAttempt] = useState(0);
  return <OpeningItem key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function OpeningItem({ id, onClose, onSaved, onRetry }: ItemEditorProps & { onRetry: () => void }) {
  const { t } = useTranslation(['batch', 'tool']);
  const batch = useBatch();
  const [opening, setOpening] = useState<Opening>({ state: 'opening' });
  const isDiscarded = useRef(false);
  const discard = useCallback(() => {
    isDiscarded.current = true;
    onClose();
  }, [onClose]);
  useEffect(() => {
    let isGone = false;
    let opened: OpenedItem | undefined;
    batch.openItem(id).then(
      (item) => {
        opened = item;
        if (isGone) return item.close();
        // The session segments nothing, because the item already has a result.
        const session = createSegmentationSession(() => Promise.reject(new Error('an opened item is not segmented')));
        session.open(item.document.image, item.segmentation, item.document);
        return setOpening({ state: 'open', item, session });
      },
      (error: unknown) => {
        if (isGone) return;
        reportError(error);
        setOpening({ state: 'failed' });
      },
    );
    return () => {
      isGone = true;
      if (opened) void closeItem(opened, isDiscarded.current);
    };
  }, [batch, id]);
  switch (opening.state) {
    case 'opening':
      return (
        <div role="status" className="flex flex-1 items-center justify-center gap-3 bg-sunk text-14 text-soft">
          <Spinner />
          {t('edit.opening')}
          <Button size="sm" onClick={onClose} className="pointer-coarse:h-11">
            {t('tool:cancel')}
          </Button>
        </div>
      );
    case 'failed':
      return (
        <div className="p-4">
          <Banner
            tone="danger"
            title={t('edit.failed')}
            actions={
              <>
                <Button size="sm" onClick={onRetry} className="pointer-coarse:h-11">
                  {t('tool:retry')}
                </Button>
                <Button size="sm" variant="ghost" onClick={onClose} className="pointer-coarse:h-11">
                  {t('edit.back')}
                </Button>
              </>
            }
          />
        </div>
      );
    case 'open':
      return <OpenEditor {...opening} id={id} onClose={onClose} onDiscard={discard} onSaved={onSaved} />;
    default:
      return opening satisfies never;
  }
}

/** Closes an item that is no longer shown. A link that led out of the editor saves its changes, as “Done” does. */
async function closeItem(item: OpenedItem, isDiscarded: boolean): Promise<void> {
  try {
    if (!isDiscarded) await item.save();
  } catch (error) {
    reportError(error);
  } finally {
    item.close();
  }
}

type OpenEditorProps = Extract<Opening, { state: 'open' }> & ItemEditorProps & { onDiscard: () => void };

function OpenEditor({ id, item, session, onClose, onDiscard, onSaved }: OpenEditorProps) {
  const { t } = useTranslation('batch');
  const outer = useEditorHost();
  const [saving, setSaving] = useState<'idle' | 'saving' | 'failed'>('idle');
  const removal = useStore(session);
  const host = useMemo(() => {
    const save = async () => {
      setSaving('saving');
      try {
        await item.save();
        onSaved(id);
        onClose();
      } catch (error) {
        reportError(error);
        setSaving('failed');
      }
    };
    const { registries, backgroundPanels, footer, loadSegmenter } = outer;
    return {
      session,
      ...(registries && { registries }),
      ...(backgroundPanels && { backgroundPanels }),
      ...(loadSegmenter && { loadSegmenter }),
      footer,
      itemActions: (
        <span className="flex items-center gap-1.5 ps-1">
          <Button size="sm" variant="ghost" onClick={onDiscard} className="pointer-coarse:h-11">
            {t('edit.cancel')}
          </Button>
          <Button size="sm" loading={saving === 'saving'} onClick={() => void save()} className="pointer-coarse:h-11">
            {saving !== 'saving' && <Check aria-hidden />}
            <span>{t('edit.done')}</span>
          </Button>
        </span>
      ),
    };
  }, [id, item, session, onClose, onDiscard, onSaved, outer, saving, t]);
  const isCleared = removal.state === 'empty';
  useEffect(() => {
    if (isCleared) onClose();
  }, [isCleared, onClose]);
  if (isCleared) return null;
  return (
    <EditorHostProvider host={host}>
      {saving === 'failed' && (
        <div className="border-b border-line p-3">
          <Banner tone="danger" title={t('edit.saveFailed')} />
        </div>
      )}
      <SessionView removal={removal} />
    </EditorHostProvider>
  );
}
