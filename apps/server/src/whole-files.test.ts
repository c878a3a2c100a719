import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createApp } from './create-app.ts';

test('a page that a build replaces while it is requested is never cut off', { tags: ['long'] }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'whole-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const page = join(folder, 'de.html');
  const pages = ['short', 'a page of the next build, which is longer'];
  const publish = (at: number) => {
    writeFileSync(`${page}.next`, pages[at % 2] ?? '');
    renameSync(`${page}.next`, page);
  };
  publish(0);
  const app = createApp(folder);
  const cut: string[] = [];
  for (let at = 1; at < 400; at += 1) {
    const asked = app.request('/de');
    await Promise.resolve();
    publish(at);
    const answer = await asked;
    const text = await answer.text();
    if (answer.headers.get('content-length') !== String(text.length)) cut.push(text);
  }
  expect(cut).toEqual([]);
});
