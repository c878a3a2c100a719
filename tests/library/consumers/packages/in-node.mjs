import assert from 'node:assert/strict';

import { AuthError, createAuthClient, createSupabase } from '@isola/auth';
import { createBatch } from '@isola/batch';
import * as editor from '@isola/editor';
import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { findHead, layOutSheet, papers } from '@isola/id-photo';
import { createCompositor } from '@isola/imaging';
import { createSegmenter, translateError } from '@isola/segmenter';

const i18n = await createI18n('ja', ['tool'], importWords);
assert.equal(i18n.t('tool:cancel'), 'キャンセル');
await assert.rejects(importWords('nl', 'tool'), RangeError);

const offline = () => Promise.reject(new TypeError('offline'));
const client = createAuthClient({ supabase: createSupabase('https://example.test', 'a-key', { fetch: offline }) });
const stop = client.start();
await assert.rejects(client.signIn({ email: 'a@example.test', password: 'b' }), (error) => {
  assert.ok(error instanceof AuthError);
  assert.equal(error.code, 'network');
  return true;
});
const { promise: isKnown, resolve } = Promise.withResolvers();
const see = () => client.getSnapshot().status !== 'loading' && resolve();
client.subscribe(see);
see();
await isKnown;
assert.equal(client.getSnapshot().status, 'signed-out');

assert.equal(typeof createCompositor, 'function');
assert.equal(typeof editor.createEditor, 'function');
assert.equal(typeof createBatch, 'function');
assert.equal(findHead({ data: new Uint8ClampedArray(4), widthPx: 2, heightPx: 2 }), undefined);
assert.equal(
  layOutSheet({ paper: papers.a4, items: [{ id: 'a', widthMm: 35, heightMm: 45, count: 'fill' }] }).places.length,
  30,
);

// A page rendered on a server may create a segmenter there.
await assert.rejects(createSegmenter().segment(new Blob([])), { name: 'SegmenterError', code: 'no-browser' });
assert.equal(translateError(new Error('anything')).code, 'processing-failed');
// After its ticker stops, nothing keeps Node running.
stop();
