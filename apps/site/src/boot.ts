/**
 * The only script of a first visit: the page is there already, as HTML, and its links work. The application comes when
 * the browser has nothing else to do, or when a person begins. What they do meanwhile is kept, and done once it is here.
 */
import './app.css';

import { keepWhatHappens } from './shell/keep-what-happens.ts';
import { rememberChosenLanguage } from './shell/language-preference.ts';
import { whenIdle } from './shell/when-idle.ts';

const kept = keepWhatHappens();
const intents = ['pointerdown', 'keydown', 'dragenter', 'paste'] as const;
let hasBegun = false;
let booting: Promise<void> | undefined;

function boot(): void {
  booting ??= import('./main.tsx').then(({ start }) => start({ hasBegun: () => hasBegun })).then(kept.doAgain);
}

function begin(): void {
  hasBegun = true;
  boot();
}

rememberChosenLanguage();
for (const intent of intents) addEventListener(intent, begin, { once: true, capture: true, passive: true });
// Under work (`npm run dev`) pages are not prerendered: there is nothing to look at meanwhile.
if (!document.getElementById('root')?.hasChildNodes()) boot();
else if (document.readyState === 'complete') whenIdle(boot);
else addEventListener('load', () => whenIdle(boot), { once: true });
