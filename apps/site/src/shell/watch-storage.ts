import { formatBytes, type Locale } from '@isola/i18n';
import type { i18n } from 'i18next';

import { freeCaches } from '../service-worker/free-caches.ts';
import { showMessage } from './show-message.ts';

/** Space that an image with its cutout and its steps may need, in bytes. With less, the visitor is told. */
const littleBytes = 40_000_000;
/** Time between two looks at the storage, in milliseconds. */
const lookMs = 120_000;

/**
 * Looks now and every two minutes at how much this site may still save. When it is little, the caches that can be filled
 * again are deleted. When it is still little, the visitor is told once what they can remove. Saved images and the model
 * are never deleted here.
 */
export function watchStorage(texts: i18n): void {
  // Insecure origins and WebKitGTK have no `navigator.storage`.
  const { storage } = navigator as { readonly storage?: Partial<StorageManager> };
  if (!storage?.estimate) return;
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = async () => {
    if (document.hidden || !isLittle(await freeBytes())) return;
    await freeCaches();
    const left = await freeBytes();
    if (!isLittle(left)) return;
    await showMessage(texts, () => ({
      id: 'storage',
      title: texts.t('messages:storage.low.title'),
      description: texts.t('messages:storage.low.text', { free: formatBytes(texts.language as Locale, left) }),
      durationMs: Infinity,
    }));
    // A message whose code or texts did not load is shown after the next look.
    clearInterval(timer);
  };
  // A browser that cannot say how much is left says nothing to the visitor either.
  const lookNow = () => void look().catch(() => undefined);
  timer = setInterval(lookNow, lookMs);
  lookNow();
}

/** @returns how much this site may still save, in bytes; undefined when the browser does not say. */
async function freeBytes(): Promise<number | undefined> {
  const { quota, usage } = await navigator.storage.estimate();
  return quota === undefined || usage === undefined ? undefined : Math.max(0, quota - usage);
}

function isLittle(bytes: number | undefined): bytes is number {
  return bytes !== undefined && bytes < littleBytes;
}
