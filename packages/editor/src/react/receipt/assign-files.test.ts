import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { assignFiles } from './assign-files.ts';

const file = (content: string, name: string, type = 'image/png') => new File([content], name, { type });
const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');

/** A receipt of the right form, whose signature is not checked here. */
function receiptOf(photograph: string, result: string): File {
  const facts = { sizeBytes: 1, widthPx: 1, heightPx: 1 };
  const content = {
    format: 'isola-receipt',
    version: 1,
    issuedAt: '2026-11-29T18:00:00Z',
    program: { name: 'Isola', version: '0.1.0' },
    model: { id: 'isnet' },
    photograph: { ...facts, sha256: hashOf(photograph), pixelsSha256: hashOf('pixels') },
    result: { ...facts, sha256: hashOf(result), type: 'image/png' },
    placement: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 },
    compression: 'none',
    changes: { background: 'transparent', tone: false, backgroundLight: false, outline: false, edgeColor: 100 },
    classes: '',
    pixels: { equal: 1, near: 0, toned: 0, edge: 0, retouched: 0, other: 0, background: 0 },
    signature: { algorithm: 'ECDSA-P256-SHA256', publicKey: '', value: '' },
  };
  return new File([JSON.stringify(content)], 'cat.receipt.json', { type: 'application/json' });
}

const [photograph, result] = [file('photo', 'cat.jpg', 'image/jpeg'), file('made', 'cat-cutout.png')];
const receipt = receiptOf('photo', 'made');

test('the receipt’s hashes tell photo and result apart, in any order and one after the other', async () => {
  const inOrder = await assignFiles({}, [result, receipt, photograph]);
  expect(inOrder).toMatchObject({ photograph, result, receipt: { file: receipt, read: { outcome: 'read' } } });
  let files = await assignFiles({}, [file('photo', 'z.png')]);
  files = await assignFiles(files, [file('made', 'a.png')]);
  files = await assignFiles(files, [receipt]);
  expect([files.photograph?.name, files.result?.name]).toEqual(['z.png', 'a.png']);
});

test('an image that the receipt does not name takes the place that is left', async () => {
  const edited = file('edited', 'cat-cutout.png');
  expect(await assignFiles({}, [edited, photograph, receipt])).toMatchObject({ photograph, result: edited });
  const other = file('other', 'dog.jpg', 'image/jpeg');
  expect(await assignFiles({}, [other, result, receipt])).toMatchObject({ photograph: other, result });
});

test('of two images that the receipt does not name, the one of the result’s type is the result', async () => {
  const [one, other] = [file('one', 'one.png'), file('other', 'other.jpg', 'image/jpeg')];
  expect(await assignFiles({}, [one, other, receipt])).toMatchObject({ photograph: other, result: one });
});

test('a file that was chosen for a place stays there', async () => {
  const files = await assignFiles({ photograph, receipt: undefined }, [result], 'photograph');
  expect(files).toMatchObject({ photograph: result });
  const text = await assignFiles({}, [file('hello', 'notes.txt')], 'receipt');
  expect(text.receipt).toMatchObject({ read: { outcome: 'refused', code: 'not-a-receipt' } });
});
