import { whenIdle } from './when-idle.ts';

/**
 * Loads the analytics script of the site's operator when the browser is idle. Loads nothing when no script is
 * configured, or when the visitor's browser sends Do Not Track or Global Privacy Control.
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
