/**
 * The only script of a first visit: the page is there already, as HTML, and its links work. The application comes when
 * the browser has nothing else to do, or when a person begins. What they do meanwhile is kept, and done once it is here.
 */
import './app.css';

import { watchBodies } from '#tool/network-log/watch-bodies.ts';

import { keepWhatHappens } from './shell/keep-what-happens.ts';
import { rememberChosenLanguage } from './shell/language-preference.ts';
import { loadInSteps } from './shell/load-in-steps.ts';
import { watchMailLinks } from './shell/mail-link.ts';
import { decideLanguage } from './shell/visitor-language.ts';
import { whenIdle } from './shell/when-idle.ts';

const intents = ['pointerdown', 'keydown', 'click', 'dragenter', 'drop', 'paste'] as const;
/** Between two tries to load the application while something waits for it. */
const retryMs = 5_000;

// First: the privacy badge knows only the requests that begin after this.
watchBodies();
// Then: neither another script nor the browser's history shall have what stands there.
watchMailLinks();
// Then: whatever is kept from the application, a chosen language is remembered.
rememberChosenLanguage();
// If `before-paint.js` found that the application cannot run, the page stays as it was prerendered, with a note.
if (!('unsupported' in document.documentElement.dataset)) loadApplication();

function loadApplication(): void {
  const kept = keepWhatHappens();
  let hasBegun = false;
  let booting: Promise<void> | undefined;
  let retry = new AbortController();

  function boot(): void {
    retry.abort();
    booting ??= loadInSteps()
      .then(({ start }) => start())
      .then(() => {
        showWaiting(false);
        kept.doAgain();
      })
      .catch((error: unknown) => {
        // The next press retries files that failed to load; until then the page can be read.
        booting = undefined;
        if (kept.isWaiting()) retryLater();
        throw error;
      });
  }

  /** Something was dropped or pressed and waits: the page says so, and asks again by itself. */
  function retryLater(): void {
    showWaiting(true);
    retry = new AbortController();
    addEventListener('online', boot, { signal: retry.signal });
    const timer = setTimeout(boot, retryMs);
    retry.signal.addEventListener('abort', () => clearTimeout(timer));
  }

  function begin(): void {
    hasBegun = true;
    boot();
  }

  for (const intent of intents) addEventListener(intent, begin, { capture: true, passive: true });
  const decided = decideLanguage(() => hasBegun);
  const bootWhenDecided = () => void decided.then((stays) => stays && boot());
  // Under work (`npm run dev`) pages are not prerendered: there is nothing to look at meanwhile.
  if (!document.getElementById('root')?.hasChildNodes()) bootWhenDecided();
  else if (document.readyState === 'complete') whenIdle(bootWhenDecided);
  else addEventListener('load', () => whenIdle(bootWhenDecided), { once: true });
}

/** The message is in the prerendered page. */
function showWaiting(isShown: boolean): void {
  const note = document.querySelector<HTMLElement>('.page-note[data-for=waiting]');
  if (note) note.hidden = !isShown;
}
