import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Failure } from '../failure.tsx';
import { saveFile } from '../save-file.ts';

/** The recovery codes, which are shown this once: to be copied, saved, printed. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => Promise<void> }) {
  const { t } = useTranslation('admin');
  const [leaving, setLeaving] = useState<'pending' | Error>();
  const leave = async () => {
    setLeaving('pending');
    try {
      await onKept();
    } catch (error) {
      // The codes stay in sight.
      setLeaving(error as Error);
    }
  };
  const [copied, setCopied] = useState<'done' | 'failed'>();
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    setCopied(undefined);
    try {
      // An insecure origin has no clipboard: then this throws, too.
      await navigator.clipboard.writeText(text);
      setCopied('done');
    } catch {
      setCopied('failed');
    }
  };
  return (
    <div className="flex max-w-120 flex-col gap-5">
      <Banner tone="warning" title={t('factor.codes.title')}>
        {t('factor.codes.text')}
      </Banner>
      <ul
        aria-label={t('factor.codes.list')}
        className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-6 gap-y-2 rounded-md border border-line p-4 font-mono text-14"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Button onClick={() => void copy()}>{t('factor.codes.copy')}</Button>
        <Button onClick={() => saveFile('isola-recovery-codes.txt', text, 'text/plain')}>
          {t('factor.codes.save')}
        </Button>
        <p role="status" className="text-13 text-soft">
          {copied && t(`factor.codes.${copied}`)}
        </p>
      </div>
      {leaving instanceof Error && <Failure error={leaving} />}
      <p className="print:hidden">
        <Button variant="primary" size="lg" loading={leaving === 'pending'} onClick={() => void leave()}>
          {t('factor.codes.kept')}
        </Button>
      </p>
    </div>
  );
}
