import { useTranslation } from 'react-i18next';

import type { UrlError } from '../../import/fetch-image.ts';

/** @returns a function that returns the translated reason why the image at a URL could not be fetched. */
export function useUrlFailureWords() {
  const { t } = useTranslation(['errors', 'messages']);
  return ({ code, status }: UrlError): string => {
    switch (code) {
      case 'too-large':
        return t('errors:file-too-large.text');
      case 'timeout':
        return t('messages:fetch.timeout.text');
      case 'failed':
        return t('messages:proxy.failed.text');
      case 'refused':
        return t('errors:address.refused', { status: status ?? '?' });
      case 'invalid':
      case 'private':
      case 'not-a-picture':
      case 'unreachable':
      case 'too-many':
      case 'not-offered':
      case 'network':
        return t(`errors:address.${code}`);
      default:
        return code satisfies never;
    }
  };
}
