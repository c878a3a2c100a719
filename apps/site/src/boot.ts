/**
 * The only script of a first visit: the page is there already, as HTML, and its links work. The application comes when
 * the browser has nothing else to do, or when a person begins. What they do meanwhile is kept, and done once it is here.
 */
import './app.css';

import { keepWhatHappens } from './shell/keep-what-happens.ts';
import { rememberChosenLanguage } from './shell/language-preference.ts';
import { watchMailLinks } from './shell/mail-link.ts';
import { whenIdle } from './shell/when-idle.ts';

// First: neither another script nor the browser's history shall have what stands there.
watchMailLinks();
// Then: whatever is kept from the application, a chosen language is remembered.
rememberChosenLanguage();
const kept = keepWhatHappens();
const intents = ['pointerdown', 'keydown', 'dragenter', 'paste'] as const;
let hasBegun = false;
let booting: Promise<void> | undefined;

function boot(): void {
  booting ??= import('./main.tsx')
    .then(({ start }) => start({ hasBegun: () => hasBegun }))
    .then(kept.doAgain)
    .catch((error: unknown) => {
      // What did not come is asked for again with the next press; until then the page is there to be read.
      booting = undefined;
      throw error;
    });
}

function begin(): void {
  hasBegun = true;
  boot();
}

for (const intent of intents) addEventListener(intent, begin, { capture: true, passive: true });
// Under work (`npm run dev`) pages are not prerendered: there is nothing to look at meanwhile.
if (!document.getElementById('root')?.hasChildNodes()) boot();
else if (document.readyState === 'complete') whenIdle(boot);
else addEventListener('load', () => whenIdle(boot), { once: true });
