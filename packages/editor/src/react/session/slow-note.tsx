import { useTranslation } from 'react-i18next';

/**
 * Explains why the segmentation is slow where the browser allows only one thread for the network: on a page without
 * cross-origin isolation, and in a browser without shared memory. Elsewhere it renders nothing.
 */
export function SlowNote() {
  const { t } = useTranslation('tool');
  const reason = reasonForOneThread();
  return reason && <p className="text-13 text-soft">{t(reason)}</p>;
}

function reasonForOneThread() {
  if (!isSecureContext) return 'slow.insecure';
  if (!crossOriginIsolated) return 'slow.notIsolated';
  // WebKitGTK isolates pages and offers them no shared memory.
  return typeof SharedArrayBuffer === 'function' ? undefined : 'slow.noSharedMemory';
}
