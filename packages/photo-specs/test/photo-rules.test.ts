import { join } from 'node:path';

import { expect, test } from 'vitest';

import { photoRulesPage } from './photo-rules.ts';

test('docs/photo-rules.md is the page that the registry gives', async () => {
  await expect(photoRulesPage()).toMatchFileSnapshot(join(import.meta.dirname, '../../../docs/photo-rules.md'));
});
