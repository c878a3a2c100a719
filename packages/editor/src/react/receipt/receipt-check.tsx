import { checkReceipt, type CheckedReceipt, type Receipt } from '@isola/imaging/receipt';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { DropZone, DropZoneTrigger, useFileDrop } from '@isola/ui/drop-zone';
import { ArrowUpDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { assignFiles, type CheckFiles, type CheckSlot } from './assign-files.ts';
import { CheckOutcome, verdictsOf, verdictTones } from './check-outcome.tsx';

const slots = ['photograph', 'result', 'receipt'] as const satisfies readonly CheckSlot[];

type Check =
  | { readonly state: 'idle' | 'working' | 'insecure-origin' | 'failed' }
  | { readonly state: 'checked'; readonly receipt: Receipt; readonly checked: CheckedReceipt };

/**
 * Tool that checks a receipt. The three files are dropped or chosen together or one after the other, and are checked on
 * this device as soon as all of them are there.
 */
export function ReceiptCheck() {
  const { t } = useTranslation('receipt');
  const [files, setFiles] = useState<CheckFiles>({});
  const [check, setCheck] = useState<Check>({ state: 'idle' });
  const latest = useRef<CheckFiles>({});
  const work = useRef<AbortController>(undefined);
  const choose = useRef<HTMLButtonElement>(null);
  useEffect(() => () => work.current?.abort(), []);

  /** Changes the files, and checks them when all three are there. A check under way is given up. */
  const change = async (next: (current: CheckFiles) => CheckFiles | Promise<CheckFiles>) => {
    work.current?.abort();
    const { signal } = (work.current = new AbortController());
    if (!(crypto as { readonly subtle?: SubtleCrypto }).subtle) return setCheck({ state: 'insecure-origin' });
    try {
      const changed = await next(latest.current);
      if (signal.aborted) return;
      latest.current = changed;
      setFiles(changed);
      const { photograph, result, receipt } = changed;
      if (!photograph || !result || receipt?.read.outcome !== 'read') return setCheck({ state: 'idle' });
      setCheck({ state: 'working' });
      const checked = await checkReceipt(receipt.read.receipt, { photograph, result }, { signal });
      setCheck({ state: 'checked', receipt: receipt.read.receipt, checked });
    } catch {
      // A file was moved or changed since it was chosen, or memory ran out.
      if (!signal.aborted) setCheck({ state: 'failed' });
    }
  };
  const clear = () => {
    void change(() => ({}));
    // The button that was pressed disappears.
    choose.current?.focus({ preventScroll: true });
  };
  const take = (added: File[], slot?: CheckSlot) => void change((current) => assignFiles(current, added, slot));
  const over = useFileDrop({ onFiles: (added) => take(added), disabled: false });
  const { photograph, result, receipt } = files;
  const refusal = receipt?.read.outcome === 'refused' ? receipt.read.code : undefined;
  const isAny = photograph ?? result ?? receipt;

  return (
    <div className="flex flex-col gap-6">
      <DropZone
        role="group"
        aria-label={t('check.drop')}
        state={over}
        multiple
        onFiles={(added) => take(added)}
        data-slot="receipt-drop"
        className="flex flex-col gap-4"
      >
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-16 font-medium">{t('check.drop')}</p>
          <DropZoneTrigger>
            <Button ref={choose} variant={isAny ? 'secondary' : 'primary'} className="pointer-coarse:h-11">
              {t('check.choose')}
            </Button>
          </DropZoneTrigger>
        </div>
        <ul className="flex flex-col">
          {slots.map((slot) => (
            <Slot
              key={slot}
              slot={slot}
              name={slot === 'receipt' ? receipt?.file.name : files[slot]?.name}
              onFiles={(added) => take(added, slot)}
            />
          ))}
        </ul>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {photograph && result && (
            <Button
              size="sm"
              onClick={() =>
                void change((current) => ({ ...current, photograph: current.result, result: current.photograph }))
              }
              className="pointer-coarse:h-11"
            >
              <ArrowUpDown aria-hidden />
              {t('check.swap')}
            </Button>
          )}
          {isAny && (
            <Button variant="ghost" size="sm" onClick={clear} className="pointer-coarse:h-11">
              {t('check.clear')}
            </Button>
          )}
        </div>
        <p className="text-13 text-soft">{t('check.local')}</p>
      </DropZone>

      <p role="status" className={check.state === 'checked' ? 'sr-only' : 'text-14 text-soft empty:hidden'}>
        {check.state === 'working' && <span>{t('check.working')}</span>}
        {/* Screen readers announce a change of this line, but not a status that appears with its words. */}
        {check.state === 'checked' &&
          verdictsOf(check.checked)
            .filter((verdict) => verdictTones[verdict])
            .map((verdict) => <span key={verdict}>{t(`verdict.${verdict}.title`)}</span>)}
      </p>
      {refusal && (
        <Banner tone="danger" title={t(`refused.${refusal}.title`)} data-code={refusal}>
          <p>{t(`refused.${refusal}.text`)}</p>
        </Banner>
      )}
      {(check.state === 'failed' || check.state === 'insecure-origin') && (
        <Banner tone="danger" title={t(`check.${check.state}.title`)} data-code={check.state}>
          <p>{t(`check.${check.state}.text`)}</p>
        </Banner>
      )}
      {check.state === 'checked' && <CheckOutcome receipt={check.receipt} checked={check.checked} />}
    </div>
  );
}

interface SlotProps {
  slot: CheckSlot;
  /** Name of the file in this place; undefined while it is missing. */
  name: string | undefined;
  onFiles: (files: File[]) => void;
}

/** Row of one of the three files, with a button that chooses another one. */
function Slot({ slot, name, onFiles }: SlotProps) {
  const { t } = useTranslation('receipt');
  const input = useRef<HTMLInputElement>(null);
  const buttonId = useId();
  const nameId = useId();
  return (
    <li data-file={slot} className="flex items-center justify-between gap-3 border-b border-line py-2 text-14">
      {/* A drop may fill several places, and a screen reader says which. */}
      <span aria-live="polite" aria-atomic className="flex min-w-0 flex-wrap gap-x-3">
        <span id={nameId} className="font-medium">
          {t(`check.${slot}`)}
        </span>
        <span className="min-w-0 truncate text-soft" title={name}>
          {name ?? t('check.missing')}
        </span>
      </span>
      <Button
        variant="ghost"
        size="sm"
        id={buttonId}
        aria-labelledby={`${buttonId} ${nameId}`}
        onClick={() => input.current?.click()}
        className="-me-2.5 flex-none pointer-coarse:h-11"
      >
        {t(name === undefined ? 'check.add' : 'check.replace')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          // Choosing the same file again would otherwise fire no event.
          currentTarget.value = '';
          if (chosen.length > 0) onFiles(chosen);
        }}
      />
    </li>
  );
}
