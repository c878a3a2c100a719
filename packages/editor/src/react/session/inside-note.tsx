import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { isFillInside, withoutFillInside } from '../../edits/fill-inside.ts';
import type { Editor } from '../../editor.ts';
import { borrowBitmap } from '../../image/borrow-bitmap.ts';
import { hasDroppedInside } from '../../triage/has-dropped-inside.ts';
import { useCommand } from '../commands/editor-commands.tsx';
import { useDismissal } from './use-dismissal.ts';

const dismissed = new WeakSet<object>();

/**
 * Note about a line drawing: whether the white inside its outlines was removed or kept, with a button for the opposite.
 * Once dismissed, the note stays hidden for this image.
 */
export function InsideNote({ editor }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  const { history } = editor.document;
  const isKept = useStore(history, ({ state }) => state.matte.edits.some(isFillInside));
  const isDropped = useHasDroppedInside(editor);
  const keep = useCommand('fill-inside');
  const { isDismissed, dismiss } = useDismissal(dismissed, editor.document.image);
  const place = useRef<HTMLSpanElement>(null);
  const open = () => history.commit('open-inside', withoutFillInside(history.getState().state));
  if (!isKept && !isDropped) return null;
  return (
    <>
      {/* This element takes the focus when the button that dismisses the note disappears with the note. */}
      <span ref={place} tabIndex={-1} className="sr-only" />
      {!isDismissed && (
        <Banner
          data-code="inside"
          title={t(isKept ? 'inside.kept' : 'inside.dropped')}
          dismissLabel={t('help.dismiss')}
          onDismiss={() => {
            dismiss();
            place.current?.focus({ preventScroll: true });
          }}
          actions={
            <Button size="sm" onClick={isKept ? open : keep.run} className="pointer-coarse:h-11">
              {isKept ? t('inside.open') : keep.label}
            </Button>
          }
        />
      )}
    </>
  );
}

function useHasDroppedInside({ document: { image }, segmentation }: Editor): boolean {
  const [dropped, setDropped] = useState<object>();
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      // The note needs the original's pixels. The stage and the download report an original that cannot be decoded.
      const lent = await borrowBitmap(image).catch(() => undefined);
      if (!lent) return;
      if (!isGone && hasDroppedInside(lent.bitmap, segmentation.matte)) setDropped(segmentation);
      lent.giveBack();
    };
    look().catch(reportError);
    return () => {
      isGone = true;
    };
  }, [image, segmentation]);
  return dropped === segmentation;
}
