import { sentenceIn } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';

import { MembershipError } from '../api/membership-error.ts';
import { wordedCode } from './worded-code.ts';

/**
 * What went wrong, in the reader's words, with a way to try again.
 * @param retry of a question (`useAsk`); a busy server is asked again without it.
 */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const { t } = useTranslation(['membership', 'messages']);
  const code = error instanceof MembershipError ? error.code : 'refused';
  if (code === 'busy' && retry) {
    return (
      <Banner tone="warning" data-code={code} title={t('messages:server.busy.title')} className="text-start">
        {t('messages:server.busy.text')}
      </Banner>
    );
  }
  const known = wordedCode(code);
  return (
    <Banner
      tone="danger"
      data-code={code}
      title={t(`failed.${known ?? 'refused'}`)}
      className="text-start"
      actions={
        retry && (
          <Button size="sm" onClick={retry} className="pointer-coarse:h-11">
            {t('failed.retry')}
          </Button>
        )
      }
    >
      {!known && sentenceIn(error.message)}
    </Banner>
  );
}
