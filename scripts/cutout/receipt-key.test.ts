import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { receiptKey } from './receipt-key.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-receipt-key-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a key is created once, for its owner alone, and signs', () => {
  const file = join(folder, 'keys/receipt.pem');
  const { kty, crv, x, y, d } = receiptKey(file);
  expect([kty, crv]).toEqual(['EC', 'P-256']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(receiptKey(file)).toMatchObject({ x, y, d });
  const signature = sign('sha256', Buffer.from('statement'), readFileSync(file));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  expect(verify('sha256', Buffer.from('statement'), key, signature)).toBe(true);
});

test.each([
  ['a text', 'no key'],
  [
    'a key on another curve',
    generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  ],
  [
    'a public key',
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }),
  ],
])('%s is refused, and stays as it is', (_, content) => {
  const file = join(folder, 'other.pem');
  writeFileSync(file, content);
  expect(() => receiptKey(file)).toThrow('private key on P-256');
  expect(readFileSync(file, 'utf8')).toBe(content);
});
