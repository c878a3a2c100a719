import { expect, test } from 'vitest';

import { keepWhatHappens } from './keep-what-happens.ts';

function pasteText(target: Element, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', text);
  target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
}

test('text pasted before the application runs is replayed once, except text pasted into a field', () => {
  const kept = keepWhatHappens();
  const field = document.createElement('input');
  document.body.append(field);
  pasteText(document.body, 'https://pictures.example/cat.jpg');
  pasteText(field, 'https://pictures.example/dog.jpg');
  const heard: (string | undefined)[] = [];
  document.addEventListener('paste', ({ clipboardData }) => heard.push(clipboardData?.getData('text')));
  kept.doAgain();
  expect(heard).toEqual(['https://pictures.example/cat.jpg']);
});

test('an image from another page, pasted or dropped before the application runs, is replayed once', () => {
  const kept = keepWhatHappens();
  const carried = () => {
    const transfer = new DataTransfer();
    transfer.setData('text/html', '<img src="https://shop.example/mug.jpg">');
    transfer.setData('text/uri-list', 'https://shop.example/mugs');
    return transfer;
  };
  const init = { bubbles: true, cancelable: true };
  document.body.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: carried() }));
  for (const type of ['dragover', 'drop']) {
    // Otherwise the browser would navigate to the link.
    expect(document.body.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: carried() }))).toBe(false);
  }
  const heard: (string | undefined)[] = [];
  const hear = (transfer: DataTransfer | null) =>
    heard.push(transfer?.getData('text/html'), transfer?.getData('text/uri-list'));
  document.addEventListener('paste', ({ clipboardData }) => hear(clipboardData));
  document.addEventListener('drop', ({ dataTransfer }) => hear(dataTransfer));
  kept.doAgain();
  const both = ['<img src="https://shop.example/mug.jpg">', 'https://shop.example/mugs'];
  expect(heard).toEqual([...both, ...both]);
});

test('a file picker opens at once, and the chosen file is replayed once the application runs', () => {
  document.body.innerHTML =
    '<input id="picker" type="file" hidden><button type="button" data-picks-with="picker">Choose</button>';
  const field = document.querySelector('input');
  const opened: Event[] = [];
  field?.addEventListener('click', (event) => {
    event.preventDefault();
    opened.push(event);
  });
  const chosen: (string | undefined)[] = [];
  document.addEventListener('change', () => chosen.push(field?.files?.[0]?.name));
  const kept = keepWhatHappens();

  document.querySelector('button')?.click();
  expect(opened).toHaveLength(1);
  expect(kept.isWaiting()).toBe(false);

  const transfer = new DataTransfer();
  transfer.items.add(new File(['cat'], 'cat.jpg', { type: 'image/jpeg' }));
  if (field) field.files = transfer.files;
  field?.dispatchEvent(new Event('change', { bubbles: true }));
  expect(chosen).toEqual([]);
  expect(kept.isWaiting()).toBe(true);
  kept.doAgain();
  expect(chosen).toEqual(['cat.jpg']);
  expect(opened).toHaveLength(1);
});
