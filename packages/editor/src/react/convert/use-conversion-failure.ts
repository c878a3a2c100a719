import type { ConvertError } from '@isola/convert';
import { useTranslation } from 'react-i18next';

/** Returns a function that says in one line why a file was not converted. The bundle `errors` must be loaded. */
export function useConversionFailure(): (error: Pick<ConvertError, 'code' | 'detail'>) => string {
  const { t } = useTranslation('errors');
  return ({ code, detail = '' }) => {
    switch (code) {
      case 'unsupported-variant':
        return t('convert.failed.unsupported-variant', { variant: detail });
      case 'damaged-image':
        return t('damaged-image.text');
      case 'file-unreadable':
        return t('file-unreadable.text');
      case 'image-too-large':
        return t('image-too-large.text');
      case 'file-too-large':
        return t('convert.failed.file-too-large');
      case 'out-of-memory':
        return t('convert.failed.out-of-memory');
      case 'timed-out':
        return t('convert.failed.timed-out');
      case 'resource-load-failed':
        return t('convert.failed.resource-load-failed');
      case 'unsupported-format':
      case 'processing-failed':
        return t('convert.failed.processing-failed');
      default:
        return code satisfies never;
    }
  };
}
