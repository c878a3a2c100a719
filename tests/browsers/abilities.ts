import type { Tab } from './tab.ts';

/** Features that a browser offers to the site's pages, as measured in a page. */
export interface Abilities {
  readonly version: string;
  readonly features: Readonly<Record<Feature, boolean>>;
}

/** Features on which the site relies where they exist, in the order of the table. */
export const features = {
  sharedMemory: 'SharedArrayBuffer',
  offscreenCanvas: 'OffscreenCanvas',
  privateFiles: 'private files (OPFS)',
  deviceMemory: 'deviceMemory',
  webp: 'WebP encoder',
  locks: 'Web Locks',
  serviceWorker: 'service worker',
} as const;
type Feature = keyof typeof features;

/** Measures on a page of the site. */
export function measureAbilities(tab: Tab): Promise<Abilities> {
  return tab.evaluate(async () => {
    const { storage, locks, serviceWorker } = navigator as Partial<Navigator>;
    const canvas = typeof OffscreenCanvas === 'function' ? new OffscreenCanvas(1, 1) : undefined;
    canvas?.getContext('2d');
    const encoded = await canvas?.convertToBlob({ type: 'image/webp' });
    const folder = await Promise.resolve(storage?.getDirectory?.()).catch(() => undefined);
    return {
      version: /(?:Chrome|Firefox|Version)\/[\d.]+/.exec(navigator.userAgent)?.[0] ?? '',
      features: {
        sharedMemory: typeof SharedArrayBuffer === 'function' && crossOriginIsolated,
        offscreenCanvas: canvas !== undefined,
        privateFiles: folder !== undefined,
        deviceMemory: 'deviceMemory' in navigator,
        webp: encoded?.type === 'image/webp',
        locks: locks !== undefined,
        serviceWorker: serviceWorker !== undefined,
      },
    };
  });
}
