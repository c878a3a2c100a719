// Runs before the first paint, so that neither a chosen appearance nor a chosen language flashes through another one.
// Apart from the page because its policy allows no inline script. `shell/theme.ts` and `shell/language-preference.ts` write
// what is read here.

// The newest features that the application's scripts rely on. Without them the page stays as it was prerendered, and
// `app.css` shows which browsers work; a visitor would press buttons that do nothing.
if (!Promise.withResolvers || !AbortSignal.any || !Array.prototype.toSorted) {
  document.documentElement.dataset.unsupported = '';
}

try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  // What a person chose comes before the language of an answer to an address that names none. The server knows the choice
  // by a cookie, which is written again here where a visit of before has not left it.
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
    // Chinese has no prefix.
    const address = (wanted === 'zh' ? path || '/' : `/${wanted}${path}`) + location.search + location.hash;
    // The address that names the document's own language; the application reads it there.
    if (wanted === drawn) history.replaceState(history.state, '', address);
    else if (wanted !== 'zh') location.replace(address);
    // The server answers in Chinese now that it knows. Where cookies are closed it never will.
    else if (isUnknown && hasCookie()) location.reload();
  }
} catch {
  // Storage is closed to this page: the system's appearance and the address's language stand.
}
