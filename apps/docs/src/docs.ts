import './docs.css';

import { bindCopyButtons } from './copy-code.ts';
import { followHeadings } from './follow-headings.ts';
import { bindThemeButton } from './theme.ts';

const themeButton = document.querySelector<HTMLButtonElement>('[data-switches-theme]');
if (themeButton) bindThemeButton(themeButton);

bindMenu();
bindSearch();
bindCopyButtons();
followHeadings();
markScrollers();
showCurrentPage();

/** Scrolls the list of pages to the current one, without scrolling the page. */
function showCurrentPage(): void {
  const navigation = document.getElementById('navigation');
  const current = navigation?.querySelector<HTMLElement>('[aria-current]');
  if (navigation && current) navigation.scrollTop = current.offsetTop - navigation.clientHeight / 2;
}

/** On small screens, the button in the header shows the list of pages above the page. */
function bindMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-opens-menu]');
  const navigation = document.getElementById('navigation');
  if (!button || !navigation) return;
  const show = (isOpen: boolean) => {
    button.ariaExpanded = String(isOpen);
    document.documentElement.toggleAttribute('data-menu', isOpen);
    if (isOpen) scrollTo({ top: 0 });
  };
  button.addEventListener('click', () => show(button.ariaExpanded !== 'true'));
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.ariaExpanded !== 'true') return;
    show(false);
    button.focus();
  });
}

/** Loads the search with its texts when it is opened for the first time. */
function bindSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#search');
  if (!dialog) return;
  let search: Promise<void> | undefined;
  const open = () => {
    if (dialog.open) return;
    dialog.showModal();
    search ??= import('./search.ts').then(({ bindSearchDialog }) => bindSearchDialog(dialog));
    search.catch(() => {
      search = undefined;
      const state = dialog.querySelector('.search-state');
      if (state) state.textContent = 'The search could not be loaded. Close it and try again.';
    });
  };
  for (const button of document.querySelectorAll('[data-opens-search]')) button.addEventListener('click', open);
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
    const isShortcut = (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping);
    if (!isShortcut) return;
    event.preventDefault();
    open();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
}

/** Code and tables that are wider than the page can be scrolled with the keyboard, which needs the focus. */
function markScrollers(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const isWide = target.scrollWidth > target.clientWidth;
      if (isWide) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const each of document.querySelectorAll('.code-frame pre, .table-frame')) observer.observe(each);
}
