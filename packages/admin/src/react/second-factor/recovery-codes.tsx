import { download } from '@isola/files';
import { mutationDefaults } from '@isola/membership/react';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Failure } from '../failure.tsx';

/** Shows the recovery codes once, with buttons to copy and to save them. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => Promise<void> }) {
  const { t } = useTranslation('admin');
  // The codes stay in sight when this fails.
  const leaving = useMutation({ ...mutationDefaults, mutationFn: onKept });
  const [copied, setCopied] = useState<'done' | 'failed'>();
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    setCopied(undefined);
    try {
      // On an insecure origin `navigator.clipboard` is undefined, and this throws as well.
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
        <Button
          onClick={() => download(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'isola-recovery-codes.txt')}
        >
          {t('factor.codes.save')}
        </Button>
        <p role="status" className="text-13 text-soft">
          {copied && t(`factor.codes.${copied}`)}
        </p>
      </div>
      {leaving.error && <Failure error={leaving.error} />}
      <p className="print:hidden">
        <Button variant="primary" size="lg" loading={leaving.isPending} onClick={() => leaving.mutate()}>
          {t('factor.codes.kept')}
        </Button>
      </p>
    </div>
  );
}
