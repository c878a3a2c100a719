const themes = ['system', 'light', 'dark'] as const;

type Theme = (typeof themes)[number];

/** Key in local storage. The site uses the same one, so that a reader chooses once. */
const storageKey = 'theme';

/** Makes a button choose the next of three themes. Its label names the chosen one. */
export function bindThemeButton(button: HTMLButtonElement): void {
  const label = button.querySelector('span');
  const show = (theme: Theme) => {
    if (label) label.textContent = `Appearance: ${theme}`;
    button.title = `Appearance: ${theme}`;
    button.dataset['state'] = theme;
  };
  show(currentTheme());
  button.addEventListener('click', () => {
    const next = themes[(themes.indexOf(currentTheme()) + 1) % themes.length] ?? 'system';
    applyTheme(next);
    show(next);
  });
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is blocked for this page: the choice lasts until the page is left.
  }
}
