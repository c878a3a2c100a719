import { expect, test } from 'vitest';

import { offer } from './offer-file.ts';

const png = new Blob(['a file'], { type: 'image/png' });

test('Chromium gets an address that holds the file under its name', async () => {
  const transfer = new DataTransfer();
  const end = offer(transfer, png, 'mug-cutout.png');
  const [type, name, ...address] = transfer.getData('DownloadURL').split(':');
  expect([type, name]).toEqual(['image/png', 'mug-cutout.png']);
  expect(await (await fetch(address.join(':'))).text()).toBe('a file');
  end();
});

test('let go over the page it came from, it is not taken for a new photo', () => {
  const seen: string[] = [];
  const note = ({ type }: Event) => seen.push(type);
  for (const type of ['dragover', 'drop']) document.addEventListener(type, note);
  const end = offer(new DataTransfer(), png, 'mug-cutout.png');
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
