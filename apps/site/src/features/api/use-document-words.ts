import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';

type DocumentKey = `${'op' | 'param' | 'field' | 'response' | 'header' | 'error'}.${string}`;

/**
 * Returns a translate function for entries of the OpenAPI document, such as `param.image_file`. A test checks that
 * every entry has a text.
 */
export function useDocumentWords(): (key: DocumentKey) => string {
  const { t } = useTranslation('api-reference');
  return (key) => t(key as ParseKeys<'api-reference'>);
}
