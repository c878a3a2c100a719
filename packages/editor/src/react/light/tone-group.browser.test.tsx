import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createImageDocument } from '../../document/image-document.ts';
import { createEyedropper } from '../../viewport/eyedropper.ts';
import { ToneGroup } from './tone-group.tsx';

async function draw(locale: 'en' | 'de' = 'en') {
  const { history } = createImageDocument({ file: new Blob(['photo']), name: 'cat.jpg', url: 'blob:cat' });
  const eyedropper = createEyedropper();
  const i18n = await createI18n(locale, ['editor'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <ToneGroup history={history} eyedropper={eyedropper} />
    </I18nextProvider>,
  );
  return { history, eyedropper, tone: () => history.getState().state.tone };
}

const slider = (name: string) => page.getByRole('slider', { name });

async function press(name: string, keys: string) {
  slider(name).element().focus();
  await userEvent.keyboard(keys);
}

test(
  'each slider sets its part of the tone as one step and tells its value with its unit',
  { tags: ['long'] },
  async () => {
    const { history, tone } = await draw();
    await press('Exposure', '{ArrowRight}{ArrowRight}');
    await expect.element(slider('Exposure')).toHaveAttribute('aria-valuetext', '+0.10\u00A0EV');
    await press('Contrast', '{End}');
    await expect.element(slider('Contrast')).toHaveAttribute('aria-valuetext', '+100%');
    await press('Temperature', '{ArrowLeft}');
    await expect.element(slider('Temperature')).toHaveAttribute('aria-valuetext', '1 cooler');
    await press('Tint', '{ArrowRight}');
    await expect.element(slider('Tint')).toHaveAttribute('aria-valuetext', '1 more magenta');
    await press('Saturation', '{Home}');
    await press('Sharpness', '{End}{Tab}');
    expect(tone()).toEqual({
      exposure: 0.1,
      contrast: 100,
      temperature: -1,
      tint: 1,
      saturation: -100,
      sharpness: 100,
    });
    for (const step of ['sharpness', 'saturation', 'tint', 'temperature', 'tone-contrast', 'exposure']) {
      expect(history.getState().undoable).toBe(step);
      history.undo();
    }
    expect(tone()).toBeUndefined();
  },
);

test('Delete and a double click reset one slider, and a tone of zeros is left out of the document', async () => {
  const { history, tone } = await draw();
  await press('Exposure', '{End}');
  await press('Contrast', '{End}');
  await press('Exposure', '{Delete}');
  expect(tone()).toMatchObject({ exposure: 0, contrast: 100 });
  expect(history.getState().undoable).toBe('exposure');
  await userEvent.dblClick(page.getByText('Contrast', { exact: true }));
  await vi.waitFor(() => expect(history.getState().state).not.toHaveProperty('tone'));
});

test('a double click on the rail, whose clicks move the slider, is one step', async () => {
  const { history, tone } = await draw();
  await press('Contrast', '{End}');
  const rail = slider('Contrast').element().parentElement?.parentElement;
  if (!rail) throw new Error('the slider has no rail');
  await userEvent.dblClick(rail, { position: { x: 4, y: 4 } });
  await vi.waitFor(() => expect(history.getState().state).not.toHaveProperty('tone'));
  history.undo();
  expect(tone()).toMatchObject({ contrast: 100 });
  history.undo();
  expect(tone()).toBeUndefined();
});

test('Reset takes all of the tone back as one step and keeps the focus', async () => {
  const { history, tone } = await draw();
  const reset = page.getByRole('button', { name: 'Reset the subject’s light and colour' });
  await expect.element(reset).toHaveAttribute('aria-disabled', 'true');
  await press('Exposure', '{End}');
  await press('Saturation', '{Home}');
  await reset.click();
  expect(tone()).toBeUndefined();
  await expect.element(reset).toHaveFocus();
  history.undo();
  expect(tone()).toMatchObject({ exposure: 2, saturation: -100 });
});

test('the subject is shown as it was photographed while a button is held, without a step', async () => {
  const { history, tone } = await draw();
  await press('Exposure', '{End}{Tab}');
  const { undoable } = history.getState();
  const before = page.getByRole('button', { name: 'Hold for before' });
  before.element().focus();
  await userEvent.keyboard('{Enter>}');
  await vi.waitFor(() => expect(tone()).toBeUndefined());
  expect(history.getState().isPreview).toBe(true);
  await userEvent.keyboard('{/Enter}');
  await vi.waitFor(() => expect(tone()).toMatchObject({ exposure: 2 }));
  expect(history.getState()).toMatchObject({ isPreview: false, undoable });
});

test('a step that is added while the button is held stays', async () => {
  const { history, tone } = await draw();
  await press('Exposure', '{End}{Tab}');
  page.getByRole('button', { name: 'Hold for before' }).element().focus();
  await userEvent.keyboard('{Enter>}');
  await vi.waitFor(() => expect(tone()).toBeUndefined());
  history.commit('color', { ...history.committed(), background: { kind: 'color', color: '#123456' } });
  await userEvent.keyboard('{/Enter}');
  await vi.waitFor(() => expect(tone()).toMatchObject({ exposure: 2 }));
  expect(history.getState()).toMatchObject({ isPreview: false, state: { background: { color: '#123456' } } });
});

test('a grey card sets temperature and tint as one step, and what gives no grey is refused', async () => {
  const { history, eyedropper, tone } = await draw('de');
  await page.getByRole('button', { name: 'Weißabgleich mit Graukarte' }).click();
  expect(eyedropper.getState()).toEqual({ isPicking: true, isGrey: true });
  const patch = (...color: number[]) =>
    Uint8ClampedArray.from(Array.from({ length: 25 }, () => [...color, 255]).flat());
  expect(eyedropper.takeGrey(patch(255, 255, 255))).toBe('overexposed');
  expect(eyedropper.takeGrey(patch(10, 10, 10))).toBe('too-dark');
  expect(eyedropper.takeGrey(patch(220, 20, 20))).toBe('too-colorful');
  expect([tone(), eyedropper.getState().isPicking]).toEqual([undefined, true]);
  // A warm grey needs a cooler balance.
  expect(eyedropper.takeGrey(patch(150, 128, 100))).toBeUndefined();
  expect(tone()?.temperature).toBeLessThan(-10);
  expect([history.getState().undoable, eyedropper.getState().isPicking]).toEqual(['white-balance', false]);
  const said = page.getByText(/^Weißabgleich eingestellt\. Farbtemperatur: \d+ kühler\./);
  await expect.element(said).toBeInTheDocument();
});
