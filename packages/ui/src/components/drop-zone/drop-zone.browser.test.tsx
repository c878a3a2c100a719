import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';

import '../../styles/styles.css';
import { DropZone, DropZoneTrigger, useFileDrop, watchFileDrop } from './drop-zone.tsx';

const photo = () => new File(['pixels'], 'tiger.jpg', { type: 'image/jpeg' });

function carrying(...files: File[]) {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  return dataTransfer;
}

/** Dispatches a drag event. @returns true when the browser's default action was prevented. */
function drag(
  type: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
  target: Element,
  dataTransfer = carrying(photo()),
) {
  return !target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}

function Page({ onFiles, disabled = false }: { onFiles: (files: File[]) => void; disabled?: boolean }) {
  const state = useFileDrop({ onFiles, disabled });
  return (
    <main data-state={state}>
      <p>
        <span>words</span>
      </p>
    </main>
  );
}

async function showPage(disabled = false) {
  const onFiles = vi.fn<(files: File[]) => void>();
  const screen = await render(<Page onFiles={onFiles} disabled={disabled} />);
  return { onFiles, page: screen.getByRole('main'), words: screen.getByText('words').element() };
}

test('the window shows the state over while files are dragged over it', async () => {
  const { page, words } = await showPage();
  drag('dragenter', words);
  await expect.element(page).toHaveAttribute('data-state', 'over');
  drag('dragleave', words);
  await expect.element(page).toHaveAttribute('data-state', 'idle');
});

test('the state does not flicker while a drag crosses elements', async () => {
  const { words } = await showPage();
  const paragraph = words.parentElement ?? words;
  const states: string[] = [];
  const stop = watchFileDrop(window, { onStateChange: (state) => states.push(state), onFiles: () => {} });
  drag('dragenter', paragraph);
  // Browsers first report the element that is entered, and then the one that is left.
  drag('dragenter', words);
  drag('dragleave', paragraph);
  drag('dragenter', paragraph);
  drag('dragleave', words);
  expect(states).toEqual(['over']);
  drag('dragleave', paragraph);
  expect(states).toEqual(['over', 'idle']);
  stop();
});

test('files dropped anywhere are received, and the browser does not open them', async () => {
  const { page, words, onFiles } = await showPage();
  drag('dragenter', words);
  expect(drag('dragover', words)).toBe(true);
  expect(drag('drop', words)).toBe(true);
  expect(onFiles).toHaveBeenCalledOnce();
  expect(onFiles.mock.lastCall?.[0].map(({ name }) => name)).toEqual(['tiger.jpg']);
  await expect.element(page).toHaveAttribute('data-state', 'idle');
});

test('dragged text is ignored', async () => {
  const { page, words, onFiles } = await showPage();
  const text = new DataTransfer();
  text.setData('text/plain', 'a sentence');
  expect(drag('dragenter', words, text)).toBe(false);
  expect(drag('drop', words, text)).toBe(false);
  await expect.element(page).toHaveAttribute('data-state', 'idle');
  expect(onFiles).not.toHaveBeenCalled();
});

function linkOf(...types: string[]) {
  const transfer = new DataTransfer();
  for (const type of types) transfer.setData(type, 'https://shop.example/mug.jpg');
  return transfer;
}

function LinkPage({ onTransfer }: { onTransfer: (transfer: DataTransfer) => void }) {
  const state = useFileDrop({ onFiles: () => undefined, onTransfer });
  return (
    <main data-state={state}>
      <p draggable>words</p>
      <input aria-label="field" />
    </main>
  );
}

async function showLinkPage() {
  const onTransfer = vi.fn<(transfer: DataTransfer) => void>();
  const screen = await render(<LinkPage onTransfer={onTransfer} />);
  return { onTransfer, words: screen.getByText('words').element(), field: screen.getByLabelText('field').element() };
}

test.each(['text/uri-list', 'text/html', 'text/plain'])(
  '%s dragged from another page is received and not opened',
  async (type) => {
    const { words, onTransfer } = await showLinkPage();
    for (const event of ['dragenter', 'dragover', 'drop'] as const) expect(drag(event, words, linkOf(type))).toBe(true);
    expect(onTransfer).toHaveBeenCalledOnce();
  },
);

test('drags within the page and drops onto a field are left to the browser', async () => {
  const { words, field, onTransfer } = await showLinkPage();
  expect(drag('drop', field, linkOf('text/plain'))).toBe(false);
  words.dispatchEvent(new DragEvent('dragstart', { bubbles: true }));
  expect(drag('dragover', document.body, linkOf('text/uri-list', 'text/html'))).toBe(false);
  expect(drag('drop', document.body, linkOf('text/uri-list', 'text/html'))).toBe(false);
  expect(onTransfer).not.toHaveBeenCalled();
  words.dispatchEvent(new DragEvent('dragend', { bubbles: true }));
  expect(drag('drop', document.body, linkOf('text/uri-list'))).toBe(true);
  expect(onTransfer).toHaveBeenCalledOnce();
});

test('a disabled window ignores drops', async () => {
  const { words, onFiles } = await showPage(true);
  expect(drag('drop', words)).toBe(false);
  expect(onFiles).not.toHaveBeenCalled();
});

test('the state resets after one second without drag events', () => {
  vi.useFakeTimers();
  const states: string[] = [];
  const stop = watchFileDrop(window, { onStateChange: (state) => states.push(state), onFiles: () => {} });
  drag('dragenter', document.body);
  vi.advanceTimersByTime(900);
  drag('dragover', document.body);
  vi.advanceTimersByTime(900);
  expect(states).toEqual(['over']);
  vi.advanceTimersByTime(200);
  expect(states).toEqual(['over', 'idle']);
  stop();
  vi.useRealTimers();
});

async function showZone() {
  const onWindowFiles = vi.fn<(files: File[]) => void>();
  const onFiles = vi.fn<(files: File[]) => void>();
  const screen = await render(
    <>
      <Page onFiles={onWindowFiles} />
      <DropZone onFiles={onFiles} accept="image/*" multiple>
        <DropZoneTrigger>
          <button type="button">Choose</button>
        </DropZoneTrigger>
      </DropZone>
    </>,
  );
  const zone = screen.container.querySelector<HTMLElement>('[data-slot=drop-zone]') ?? screen.container;
  const input = screen.container.querySelector('input') ?? new HTMLInputElement();
  return { screen, zone, input, onFiles, onWindowFiles };
}

test('a drop on the zone is received once, even inside a window that listens too', async () => {
  const { zone, onFiles, onWindowFiles } = await showZone();
  drag('dragenter', zone);
  await expect.element(zone).toHaveAttribute('data-state', 'over');
  drag('drop', zone);
  expect(onFiles).toHaveBeenCalledOnce();
  expect(onWindowFiles).not.toHaveBeenCalled();
  await expect.element(zone).toHaveAttribute('data-state', 'idle');
});

test('the trigger opens the file picker from the keyboard', async () => {
  const { screen, input } = await showZone();
  const opened = vi.fn();
  input.addEventListener('click', (event) => {
    event.preventDefault();
    opened();
  });
  await userEvent.tab();
  await expect.element(screen.getByRole('button')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(opened).toHaveBeenCalledOnce();
});

test('the same file can be picked twice', async () => {
  const { input, onFiles } = await showZone();
  await userEvent.upload(input, photo());
  // If the value were kept, the browser would not report the second pick.
  expect(input.value).toBe('');
  await userEvent.upload(input, photo());
  expect(onFiles.mock.calls.map(([files]) => files[0]?.name)).toEqual(['tiger.jpg', 'tiger.jpg']);
});
