import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';

type DocumentKey = `${'op' | 'param' | 'field' | 'response' | 'header' | 'error'}.${string}`;

/** @returns a translator for what the document names: `param.image_file`. A test sees that every name has its words. */
export function useDocumentWords(): (key: DocumentKey) => string {
  const { t } = useTranslation('api-reference');
  return (key) => t(key as ParseKeys<'api-reference'>);
}
