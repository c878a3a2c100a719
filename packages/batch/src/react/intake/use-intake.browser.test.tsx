import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import type { PropsWithChildren } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';

import type { AddOptions, AddOutcome, Batch } from '../../batch.ts';
import { createFakeBatch } from '../testing/create-fake-batch.ts';
import { useIntake } from './use-intake.ts';

const fileOf = (name: string) => new File([name], name, { lastModified: 1 });
const nothing: AddOutcome = { addedIds: [], refused: [], overMaximum: [], withoutFilm: [], duplicates: [] };

/** Renders the hook with a batch whose answers the test gives. */
async function setUp(answer: (files: readonly File[], options?: AddOptions) => Partial<AddOutcome>) {
  const add = vi.fn<Batch['add']>((files, options) => Promise.resolve({ ...nothing, ...answer(files, options) }));
  const batch: Batch = { ...createFakeBatch(), add };
  const i18n = await createI18n('en', ['batch', 'tool', 'messages'], importWords);
  const wrapper = ({ children }: PropsWithChildren) => <I18nextProvider i18n={i18n}>{children}</I18nextProvider>;
  const { result } = await renderHook(
    () =>
      useIntake({
        load: () => Promise.resolve(batch),
        onFailed: (error) => reportError(error),
        onOverMaximum: () => undefined,
        isDisabled: false,
      }),
    { wrapper },
  );
  return { intake: () => result.current, add };
}

test('a note about refused files stays when further files are added, until the same file is given again', async () => {
  let isReadable = false;
  const { intake, add } = await setUp((files) => ({
    refused: files
      .filter(({ name }) => name.endsWith('.txt') && !isReadable)
      .map((file) => ({ name: file.name, file, failure: { code: 'unsupported-format' } })),
  }));
  const refusedNames = () => intake().left?.refused.map(({ name }) => name);
  intake().take([fileOf('one.txt'), fileOf('two.txt')]);
  await expect.poll(refusedNames).toEqual(['one.txt', 'two.txt']);
  intake().take([fileOf('mug.jpg')]);
  await expect.poll(() => [add.mock.calls.length, intake().isReading]).toEqual([2, false]);
  expect(refusedNames()).toEqual(['one.txt', 'two.txt']);
  isReadable = true;
  intake().take([fileOf('one.txt')]);
  await expect.poll(refusedNames).toEqual(['two.txt']);
  intake().dismissLeft();
  await expect.poll(() => intake().left).toBeUndefined();
});

test('duplicates that are added anyway are added once, however often the button is pressed', async () => {
  const mug = fileOf('mug.jpg');
  const { intake, add } = await setUp((files, options) => ({
    duplicates: options?.keepsDuplicates ? [] : files.map((file) => ({ file, sameAs: 'cup.jpg' })),
  }));
  intake().take([mug]);
  await expect.poll(() => intake().duplicates).toHaveLength(1);
  intake().keepDuplicates();
  await expect.poll(() => intake().duplicates).toEqual([]);
  intake().keepDuplicates();
  await expect.poll(() => intake().isReading).toBe(false);
  expect(add.mock.calls.flatMap(([files, options]) => (options?.keepsDuplicates ? files : []))).toEqual([mug]);
});
