import { useTranslation } from 'react-i18next';

/** Says why this page takes longer than it could: the browser gives it one thread for the network. Nothing elsewhere. */
export function SlowNote() {
  const { t } = useTranslation('tool');
  if (crossOriginIsolated) return null;
  return <p className="text-13 text-soft">{t(isSecureContext ? 'slow.notIsolated' : 'slow.insecure')}</p>;
}
