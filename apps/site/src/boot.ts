/**
 * The first script of a page. The page is already readable as prerendered HTML, and its links work. This script loads
 * the application when the browser is idle, or as soon as the visitor does something. Clicks, drops and pastes made
 * before the application runs are recorded, and repeated once it does.
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
/** Interval between attempts to load the application while a recorded action waits for it, in milliseconds. */
const retryMs = 5_000;

// This must be first: the privacy badge can weigh only requests that begin after this call.
watchBodies();
// This removes the token of a mailed link from the URL before another script or the browser's history can read it.
watchMailLinks();
// This must not depend on the application: a chosen language is saved even if the application does not load.
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
        // The visitor's next action retries the failed files. Until then the prerendered page can be read.
        booting = undefined;
        if (kept.isWaiting()) retryLater();
        throw error;
      });
  }

  /**
   * Shows a note that a recorded action is waiting, and loads the application again after a delay or when online again.
   */
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
  // The development server does not prerender pages: there is nothing to read, so the application loads at once.
  if (!document.getElementById('root')?.hasChildNodes()) bootWhenDecided();
  else if (document.readyState === 'complete') whenIdle(bootWhenDecided);
  else addEventListener('load', () => whenIdle(bootWhenDecided), { once: true });
}

/** Shows or hides the prerendered note that an action waits for the application. */
function showWaiting(isShown: boolean): void {
  const note = document.querySelector<HTMLElement>('.page-note[data-for=waiting]');
  if (note) note.hidden = !isShown;
}
