import { download } from '@isola/files';
import type { EncodedFile } from '@isola/imaging';
import { fingerprintOfKey, receiptFile } from '@isola/imaging/receipt';
import { AccordionItem } from '@isola/ui/accordion';
import { Button } from '@isola/ui/button';
import { ReceiptText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { Editor } from '../../editor.ts';
import { type IssuedReceipt, issueReceipt, receiptObstacle } from '../../export/issue-receipt.ts';
import { isDerivedImage } from '../../model/source-image.ts';
import { createReceiptKeyStore } from '../../persistence/receipt-key.ts';
import type { DocumentState } from '../../schema/document-state.ts';
import { CancelButton } from '../canvas/work-note.tsx';
import { ComparisonNote } from './comparison-note.tsx';
import { PixelShares } from './pixel-shares.tsx';
import { useBundle } from './use-bundle.ts';

/** Outcome of issuing a receipt, shown as long as the described state is the current one. */
type Outcome = { readonly of: DocumentState } & (
  | { readonly state: 'working'; readonly work: AbortController }
  | ({ readonly state: 'saved'; readonly name: string } & IssuedReceipt)
  | { readonly state: 'failed'; readonly reason: 'storage' | 'other' }
);

export interface ReceiptSectionProps {
  editor: Editor;
  /** The written file; undefined until it is ready. */
  ready: EncodedFile | undefined;
}

const keys = createReceiptKeyStore();

/** Collapsed section that issues a receipt of the file, and shows the key that signs it. */
export function ReceiptSection({ editor, ready }: ReceiptSectionProps) {
  const { t } = useTranslation(['receipt', 'tool'], { useSuspense: false });
  const { document, naming } = editor;
  const state = useStore(document.history, ({ state }) => state);
  const [latest, setOutcome] = useState<Outcome>();
  const isWorded = useBundle('receipt');
  const outcome = latest?.of === state ? latest : undefined;
  const work = latest?.state === 'working' ? latest.work : undefined;
  useEffect(() => () => work?.abort(), [work]);
  useEffect(() => {
    if (!outcome) work?.abort();
  }, [outcome, work]);
  if (!isWorded) return null;

  const issue = async (file: EncodedFile) => {
    const own = new AbortController();
    setOutcome({ of: state, state: 'working', work: own });
    try {
      const issued = await issueReceipt(editor, file, keys, own.signal);
      const fallback = t('tool:photo.fileName');
      const name = naming.nameOf(document.image.name, { fallback, ending: 'receipt.json' });
      download(receiptFile(issued.receipt), name);
      setOutcome({ of: state, state: 'saved', name, ...issued });
    } catch (error) {
      if (own.signal.aborted) return;
      setOutcome({ of: state, state: 'failed', reason: error instanceof DOMException ? 'storage' : 'other' });
    }
  };
  const cancel = () => {
    work?.abort();
    setOutcome(undefined);
  };
  const obstacle = receiptObstacle({ isDerived: isDerivedImage(document.image), format: state.export.format });
  const isWorking = outcome?.state === 'working';

  return (
    <AccordionItem
      headingLevel={4}
      title={<span className="text-14">{t('receipt:issue.title')}</span>}
      data-slot="receipt"
    >
      <div className="flex flex-col gap-3 pt-1 text-ink">
        <p className="text-13 text-soft">{t('receipt:issue.about')}</p>
        {obstacle ? (
          <p data-code={obstacle} className="text-13">
            {t(`receipt:obstacle.${obstacle}`)}
          </p>
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button
              disabled={!ready}
              loading={isWorking}
              onClick={() => ready && void issue(ready)}
              className="flex-1 px-2 pointer-coarse:h-11"
            >
              {!isWorking && <ReceiptText aria-hidden />}
              <span>{t('receipt:issue.save')}</span>
            </Button>
            {isWorking && <CancelButton cancel={cancel} className="h-9" />}
          </div>
        )}
        <p role="status" className="text-13 wrap-anywhere text-soft empty:hidden">
          {isWorking && <span>{t('receipt:issue.working')}</span>}
          {outcome?.state === 'saved' && <span>{t('receipt:issue.saved', { name: outcome.name })}</span>}
        </p>
        {outcome?.state === 'failed' && (
          <p role="alert" data-code={outcome.reason} className="text-13 text-danger">
            {t(`receipt:failed.${outcome.reason}`)}
          </p>
        )}
        {outcome?.state === 'saved' && (
          <>
            <PixelShares counts={outcome.receipt.pixels} />
            <ComparisonNote receipt={outcome.receipt} />
          </>
        )}
        <DeviceKey issued={outcome?.state === 'saved' ? outcome.fingerprint : undefined} />
      </div>
    </AccordionItem>
  );
}

/** Fingerprint of this device's key, with a button that deletes it. It renders nothing while there is no key. */
function DeviceKey({ issued }: { issued: string | undefined }) {
  const { t } = useTranslation('receipt');
  const status = useRef<HTMLParagraphElement>(null);
  const [fingerprint, setFingerprint] = useState<string>();
  /** Fingerprint of the receipt before the key was deleted; undefined while no key was. */
  const [deleted, setDeleted] = useState<{ readonly after: string | undefined }>();
  /** True when the key could not be deleted. */
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    const reading = issued ? Promise.resolve(issued) : keys.get().then((key) => key && fingerprintOfKey(key.publicKey));
    // A key that cannot be read now is not shown.
    reading.then(
      (found) => !isGone && setFingerprint(found),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [issued]);
  const isDeleted = deleted !== undefined && deleted.after === issued;
  const remove = async () => {
    setFailed(false);
    try {
      await keys.remove();
    } catch {
      return setFailed(true);
    }
    setFingerprint(undefined);
    setDeleted({ after: issued });
    // The button that was pressed disappears.
    status.current?.focus({ preventScroll: true });
  };
  return (
    <>
      {fingerprint && (
        <div className="flex flex-col gap-1.5 border-t border-line pt-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-13">{t('key.title')}</p>
            <Button variant="ghost" size="sm" onClick={() => void remove()} className="-me-2.5 pointer-coarse:h-11">
              {t('key.delete')}
            </Button>
          </div>
          <p data-slot="key-fingerprint" className="font-mono text-12 wrap-anywhere">
            {fingerprint}
          </p>
          {hasFailed && (
            <p role="alert" data-code="not-deleted" className="text-13 text-danger">
              {t('key.notDeleted')}
            </p>
          )}
          <p className="text-12 text-soft">{t('key.about')}</p>
        </div>
      )}
      <p ref={status} role="status" tabIndex={-1} className={isDeleted ? 'text-13 text-soft outline-none' : 'sr-only'}>
        {isDeleted && t('key.deleted')}
      </p>
    </>
  );
}
