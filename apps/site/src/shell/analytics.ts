import { whenIdle } from './when-idle.ts';

/**
 * Loads the operator's analytics script when the browser has nothing to do. There is none unless one is configured; and
 * none for whoever says, by Do Not Track or Global Privacy Control, that they do not want to be counted.
 */
export function loadAnalytics(source = import.meta.env.VITE_ANALYTICS_SCRIPT): void {
  if (!source || declinesTracking()) return;
  whenIdle(() => {
    const script = document.createElement('script');
    script.src = source;
    script.async = true;
    script.crossOrigin = 'anonymous';
    document.head.append(script);
  });
}

function declinesTracking(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}
