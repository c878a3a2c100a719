import type { DisputedPart } from '@isola/segmenter';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { addEdit } from '../../document/add-edit.ts';
import { isSamePart, settlePart } from '../../edits/settle-part.ts';
import type { Editor } from '../../editor.ts';
import { dismissedDoubts, useDismissal } from '../session/use-dismissal.ts';
import { useOpenParts } from '../use-open-parts.ts';

export interface PartChoiceProps {
  editor: Editor;
  /** Disputed part that was brought into view. */
  part: DisputedPart | undefined;
  onPart: (part: DisputedPart | undefined) => void;
}

/**
 * Offers to keep or clear a disputed part by one press, and brings one part after the other into view. It disappears
 * once every part is settled, or when the doubts about the result are dismissed.
 */
export function PartChoice({ editor, part, onPart }: PartChoiceProps) {
  const { t } = useTranslation(['editor', 'tool']);
  const { isDismissed, dismiss } = useDismissal(dismissedDoubts, editor.segmentation);
  const parts = useOpenParts(editor);
  const place = useRef<HTMLSpanElement>(null);
  const shown = part && parts.find((each) => isSamePart(each, part));
  const next = parts[shown ? (parts.indexOf(shown) + 1) % parts.length : 0];
  const [number, total] = [shown ? parts.indexOf(shown) + 1 : 0, parts.length];
  const leave = () => place.current?.focus({ preventScroll: true });
  const settle = (action: 'keep' | 'clear') => {
    if (!shown) return;
    addEdit(editor.document, settlePart(shown, action), editor.registries.edits);
    leave();
  };
  return (
    <>
      {/* This element takes the focus when the focused button disappears. */}
      <span ref={place} tabIndex={-1} className="sr-only" />
      {next && !isDismissed && (
        <Banner
          role="group"
          aria-label={t('tool:doubt.part-disputed')}
          tone="warning"
          data-code="disputed-part"
          title={shown && total > 1 ? t('part.number', { number, total }) : t('doubts.title')}
          dismissLabel={t('help.dismiss')}
          onDismiss={() => {
            dismiss();
            onPart(undefined);
            leave();
          }}
        >
          <span className="block first-letter:uppercase">{t('tool:doubt.part-disputed')}</span>
          <span className="mt-2 flex flex-wrap gap-2">
            {shown && (
              <>
                <PartButton onClick={() => settle('keep')}>{t('part.keep')}</PartButton>
                <PartButton onClick={() => settle('clear')}>{t('part.clear')}</PartButton>
              </>
            )}
            {!shown && <PartButton onClick={() => onPart(next)}>{t('part.show')}</PartButton>}
            {shown && total > 1 && <PartButton onClick={() => onPart(next)}>{t('part.next')}</PartButton>}
          </span>
        </Banner>
      )}
    </>
  );
}

function PartButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button size="sm" onClick={onClick} className="pointer-coarse:h-11">
      {children}
    </Button>
  );
}
