import { sentenceIn } from '@isola/i18n';
import { FailureBanner, type FailureProps } from '@isola/membership/react';
import { useTranslation } from 'react-i18next';

import { AdminError } from '../api/admin-error.ts';
import { wordedCode } from './worded-code.ts';

/** Shows why a call failed. The server's own sentence is shown when the code of the error has no translation. */
export function Failure({ error, retry }: FailureProps) {
  const { t } = useTranslation('admin');
  const code = error instanceof AdminError ? error.code : 'refused';
  const known = wordedCode(code);
  return (
    <FailureBanner code={code} title={t(`failed.${known ?? 'refused'}`)} retry={retry} retryLabel={t('failed.retry')}>
      {!known && sentenceIn(error.message)}
    </FailureBanner>
  );
}
