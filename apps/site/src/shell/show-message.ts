import { loadBundle } from '@isola/i18n';
import type { ToastMessage } from '@isola/ui/toast';
import type { i18n } from 'i18next';

/**
 * Shows a toast from code outside of components, in the language of the page. The toast’s code and texts are loaded
 * first.
 * @param write returns the message once the bundle `messages` is loaded.
 * @throws {Error} when the code or the texts cannot be loaded.
 */
export async function showMessage(texts: i18n, write: () => ToastMessage): Promise<void> {
  const [{ showToast }] = await Promise.all([import('./show-toast.tsx'), loadBundle(texts, 'messages')]);
  showToast(write(), {
    label: texts.t('messages:toast.label'),
    viewportLabel: texts.t('messages:toast.region'),
    closeLabel: texts.t('common:dismiss'),
  });
}
