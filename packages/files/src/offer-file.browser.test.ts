import { expect, test } from 'vitest';

import { offerFile } from './offer-file.ts';

const png = new Blob(['a file'], { type: 'image/png' });

test('Chromium gets a URL of the file, with its type and name', async () => {
  const transfer = new DataTransfer();
  const end = offerFile(transfer, png, 'mug-cutout.png');
  const [type, name, ...address] = transfer.getData('DownloadURL').split(':');
  expect([type, name]).toEqual(['image/png', 'mug-cutout.png']);
  expect(await (await fetch(address.join(':'))).text()).toBe('a file');
  end();
});

test('a file that is dropped on its own page is not opened as a new image', () => {
  const seen: string[] = [];
  const note = ({ type }: Event) => seen.push(type);
  for (const type of ['dragover', 'drop']) document.addEventListener(type, note);
  const end = offerFile(new DataTransfer(), png, 'mug-cutout.png');
  const drop = () => {
    document.body.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true }));
    return document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true }));
  };
  expect(drop(), 'the browser would open the file').toBe(false);
  expect(seen).toEqual([]);
  end();
  drop();
  expect(seen).toEqual(['dragover', 'drop']);
  for (const type of ['dragover', 'drop']) document.removeEventListener(type, note);
});
