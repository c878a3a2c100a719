import { expect, test } from 'vitest';

import { keepWhatHappens } from './keep-what-happens.ts';

function pasteText(target: Element, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', text);
  target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
}

test('a text pasted before the application is here comes to it once, and not one that a field has taken', () => {
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
