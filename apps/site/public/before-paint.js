// Runs before the first paint, so that a page never flashes in the wrong theme or language. It is a file because the
// content security policy forbids inline scripts. `shell/theme.ts` and `shell/language-preference.ts` write the values
// read here.

// These are the newest features that the application requires. Without them the application does not start, and
// `app.css` shows a note with the supported browsers, since the buttons of the prerendered page would do nothing.
if (!Promise.withResolvers || !AbortSignal.any || !Array.prototype.toSorted || !window.OffscreenCanvas) {
  document.documentElement.dataset.unsupported = '';
}

try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  // A URL without a language prefix can be answered in any language; the visitor's saved choice takes precedence over
  // the language of the received document. The server knows the choice from a cookie, which is written here if it is
  // missing.
  const tags = new Map(['zh-Hans', 'en', 'ja', 'ko', 'es', 'fr', 'de', 'ru'].map((tag) => [tag.slice(0, 2), tag]));
  const saved = localStorage.getItem('language');
  const drawn = document.documentElement.lang.slice(0, 2);
  const cookie = `language=${saved}`;
  const hasCookie = () => document.cookie.split('; ').includes(cookie);
  const isUnknown = tags.has(saved) && !hasCookie();
  if (isUnknown) document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax`;

  if (!tags.has(location.pathname.split('/')[1])) {
    const wanted = tags.has(saved) ? saved : drawn;
    const path = location.pathname === '/' ? '' : location.pathname;
    // Chinese has no URL prefix.
    const address = (wanted === 'zh' ? path || '/' : `/${wanted}${path}`) + location.search + location.hash;
    // The URL gets the prefix of the document's language, because the application reads the language from the URL.
    if (wanted === drawn) history.replaceState(history.state, '', address);
    else if (wanted !== 'zh') location.replace(address);
    // With the cookie, the server answers in Chinese. When cookies are disabled a reload would change nothing.
    else if (isUnknown && hasCookie()) location.reload();
  }
} catch {
  // Storage is blocked for this page: the theme of the system and the language of the URL apply.
}
