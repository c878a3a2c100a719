import { CutLine } from '@isola/ui/cut-line';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useIntake } from '../photo-intake.tsx';
import { PastedAddress } from './pasted-address.tsx';

/** What lies over the page while something is on its way in; and the ear for a pasted address. */
export function IntakeOverlay() {
  const { take, state } = useIntake();
  const [address, setAddress] = useState<string>();
  useAddressPaste(setAddress);
  return (
    <>
      {state === 'over' && <WindowTarget />}
      {address !== undefined && (
        <PastedAddress text={address} onPicture={(picture) => take([picture])} onEnd={() => setAddress(undefined)} />
      )}
    </>
  );
}

/** Hears of a text that is one address on the web and nothing else, unless it is pasted into a field. */
function useAddressPaste(onAddress: (address: string) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')) return;
      const text = event.clipboardData?.getData('text').trim() ?? '';
      if (event.clipboardData?.files.length || !/^https?:\/\/\S+$/i.test(text)) return;
      event.preventDefault();
      onAddress(text);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [onAddress]);
}

/** The cut line round the window, while a file is over it. */
function WindowTarget() {
  const { t } = useTranslation('tool');
  return (
    <div className="pointer-events-none fixed inset-2 z-50">
      <CutLine state="running" radiusPx={16} />
      <p className="absolute inset-x-0 bottom-6 text-center">
        <span className="rounded-md border border-line bg-sheet px-4 py-2 text-14 font-medium shadow-float">
          {t('drop.release')}
        </span>
      </p>
    </div>
  );
}
