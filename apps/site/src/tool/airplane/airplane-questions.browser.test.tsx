import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';

import { siteSegmenter } from '../site-segmenter.ts';
import { airplaneMode } from './airplane-mode.ts';
import { AirplaneQuestions } from './airplane-questions.tsx';

test('closing the question while the model loads ends the loading, and airplane mode stays off', async () => {
  const loading = Promise.withResolvers<void>();
  const warmUp = vi.spyOn(await siteSegmenter(), 'warmUp').mockReturnValue(loading.promise);
  const i18n = await createI18n('en', ['common'], importWords);
  airplaneMode.setState({ asks: 'no-model' });
  await render(
    <I18nextProvider i18n={i18n}>
      <AirplaneQuestions />
    </I18nextProvider>,
  );
  const press = (key: 'load' | 'cancel') =>
    page.getByRole('button', { name: i18n.t(`airplane.noModel.${key}`, { ns: 'common' }) }).click();
  await press('load');
  await vi.waitFor(() => expect(warmUp).toHaveBeenCalledOnce());
  await press('cancel');
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(warmUp.mock.calls[0]?.[0]?.signal?.aborted).toBe(true);

  // A model that arrives at the same moment does not turn the mode on either.
  loading.resolve();
  await loading.promise;
  await Promise.resolve();
  expect(airplaneMode.getState()).toMatchObject({ isOn: false, asks: undefined });
  expect(airplaneMode.getState().isStarting).toBeFalsy();
});
