// Runs before the first paint, so that a page never flashes in the wrong theme. `theme.ts` and the site write the value.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
} catch {
  // Storage is blocked for this page: the theme of the system applies.
}
document.documentElement.dataset['script'] = '';
