import MiniSearch from 'minisearch';

/** Part of a page, as `build/search-texts.ts` writes it. */
interface SearchText {
  readonly id: number;
  readonly address: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

const maxResults = 12;
/** Length of the text that is shown of a result, in characters. */
const excerptLength = 160;

/**
 * Makes the dialog search while the reader types. The field keeps the focus: arrow keys choose a result, and Enter opens
 * it.
 * @throws when the texts cannot be fetched.
 */
export async function bindSearchDialog(dialog: HTMLDialogElement): Promise<void> {
  const field = dialog.querySelector('input');
  const list = dialog.querySelector('[role=listbox]');
  const state = dialog.querySelector('.search-state');
  if (!field || !list || !state) return;
  const response = await fetch(dialog.dataset['texts'] ?? '');
  if (!response.ok) throw new Error(`the texts of the search: ${response.status}`);
  const texts = (await response.json()) as readonly SearchText[];
  const index = new MiniSearch<SearchText>({
    fields: ['heading', 'page', 'text'],
    searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  index.addAll(texts);

  const options = () => [...list.querySelectorAll<HTMLElement>('[role=option]')];
  const select = (option: HTMLElement | undefined) => {
    for (const each of options()) each.ariaSelected = String(each === option);
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  };
  const show = () => {
    const query = field.value.trim();
    const found = index.search(query).slice(0, maxResults);
    const words = query.toLowerCase().split(/\s+/);
    list.replaceChildren(...found.flatMap(({ id }) => optionOf(texts[id as number], words) ?? []));
    field.ariaExpanded = String(found.length > 0);
    state.textContent =
      query === '' ? '' : found.length === 0 ? `Nothing found for “${query}”.` : countOf(found.length);
    select(options()[0]);
  };
  field.addEventListener('input', show);
  field.addEventListener('keydown', (event) => {
    const all = options();
    const at = all.findIndex((option) => option.ariaSelected === 'true');
    if (event.key === 'ArrowDown') select(all[(at + 1) % all.length]);
    else if (event.key === 'ArrowUp') select(all.at(at - 1));
    else if (event.key === 'Enter') all[at]?.click();
    else return;
    event.preventDefault();
  });
  // A result on the same page changes only the anchor, so the dialog would stay open.
  list.addEventListener('click', () => dialog.close());
  show();
}

function countOf(count: number): string {
  return count === 1 ? '1 result' : `${count === maxResults ? 'The best ' : ''}${count} results`;
}

function optionOf(found: SearchText | undefined, words: readonly string[]): HTMLElement | undefined {
  if (!found) return undefined;
  const option = document.createElement('a');
  option.role = 'option';
  option.id = `search-result-${found.id}`;
  option.href = found.address;
  // The field keeps the focus, so the results are no further stops of the Tab key.
  option.tabIndex = -1;
  const title = document.createElement('strong');
  title.append(...marked(found.heading || found.page, words));
  const place = document.createElement('span');
  place.className = 'search-place';
  place.textContent = found.heading ? found.page : '';
  const excerpt = document.createElement('span');
  excerpt.className = 'search-excerpt';
  excerpt.append(...marked(excerptOf(found.text, words), words));
  option.append(title, place, excerpt);
  return option;
}

/** Returns the part of a text around the first of the words. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = Math.max(0, Math.min(...words.map((word) => lower.indexOf(word)).filter((each) => each >= 0)));
  const start = Number.isFinite(at) && at > 60 ? text.indexOf(' ', at - 60) + 1 : 0;
  const end = start + excerptLength;
  return (start > 0 ? '… ' : '') + text.slice(start, end) + (end < text.length ? ' …' : '');
}

/** Splits a text into text and `<mark>` elements around the words. */
function marked(text: string, words: readonly string[]): (string | HTMLElement)[] {
  const pattern = words.filter(Boolean).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (pattern.length === 0) return [text];
  return text.split(new RegExp(`(${pattern.join('|')})`, 'i')).map((part, index) => {
    if (index % 2 === 0) return part;
    const mark = document.createElement('mark');
    mark.textContent = part;
    return mark;
  });
}
