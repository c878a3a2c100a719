import { useTranslation } from 'react-i18next';

/**
 * Explains why the segmentation is slow on a page without cross-origin isolation: the browser allows only one thread
 * for the network. On an isolated page it renders nothing.
 */
export function SlowNote() {
  const { t } = useTranslation('tool');
  if (crossOriginIsolated) return null;
  return <p className="text-13 text-soft">{t(isSecureContext ? 'slow.notIsolated' : 'slow.insecure')}</p>;
}
