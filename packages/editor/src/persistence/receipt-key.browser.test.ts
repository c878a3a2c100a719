import { createReceiptKey } from '@isola/imaging/receipt';
import { expect, test } from 'vitest';

import { createReceiptKeyStore } from './receipt-key.ts';

test('a key is created once, even by two tabs at once, and nothing can read it', async () => {
  const name = crypto.randomUUID();
  const [one, other] = [createReceiptKeyStore(name), createReceiptKeyStore(name)];
  expect(await one.get()).toBeUndefined();
  const [first, second] = await Promise.all([one.getOrCreate(createReceiptKey), other.getOrCreate(createReceiptKey)]);
  const stored = await createReceiptKeyStore(name).get();
  const points = await Promise.all(
    [first, second, stored].map(
      async (pair) => pair && new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)),
    ),
  );
  expect(points[0]).toHaveLength(65);
  expect(points[1]).toEqual(points[0]);
  expect(points[2]).toEqual(points[0]);
  await expect(crypto.subtle.exportKey('pkcs8', first.privateKey)).rejects.toThrow(DOMException);
});

test('a deleted key is followed by another one', async () => {
  const store = createReceiptKeyStore(crypto.randomUUID());
  const first = await store.getOrCreate(createReceiptKey);
  await store.remove();
  expect(await store.get()).toBeUndefined();
  const second = await store.getOrCreate(createReceiptKey);
  const raw = async ({ publicKey }: CryptoKeyPair) => new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  expect(await raw(second)).not.toEqual(await raw(first));
});
