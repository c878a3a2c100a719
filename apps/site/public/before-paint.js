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

  // An address without a language belongs to whoever chose one before. Chinese has no prefix.
  const others = new Set(['en', 'ja', 'ko', 'es', 'fr', 'de', 'ru']);
  const saved = localStorage.getItem('language');
  const [, first = ''] = location.pathname.split('/');
  if (others.has(saved) && !others.has(first) && first !== 'zh') {
    const path = location.pathname === '/' ? '' : location.pathname;
    location.replace(`/${saved}${path}${location.search}${location.hash}`);
  }
} catch {
  // Storage is closed to this page: the system's appearance and the address's language stand.
}
