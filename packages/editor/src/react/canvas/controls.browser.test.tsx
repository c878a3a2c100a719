import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import '../../testing/styles.css';
import { TooltipProvider } from '@isola/ui/tooltip';
import { type ReactNode, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { CompareLayer, type CompareLayerProps } from './compare-layer.tsx';
import { createViewport } from '../../viewport/create-viewport.ts';
import { Outline } from './outline.tsx';
import { Stage } from './stage.tsx';
import { useHold } from './use-hold.ts';
import { ZoomControls } from './zoom-controls.tsx';

const photo = { widthPx: 1600, heightPx: 1200 };

/** Renders the zoom controls and a stage of 400 × 300 CSS px, into which the picture fits at 25 %. */
async function draw(children: (store: ReturnType<typeof createViewport>) => ReactNode, beside?: ReactNode) {
  const store = createViewport();
  const i18n = await createI18n('en', ['editor', 'tool'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <TooltipProvider>
        <ZoomControls store={store} />
      </TooltipProvider>
      {beside}
      <div style={{ width: 400, height: 300 }}>
        <Stage imageSize={photo} store={store} paint={() => undefined} label="Picture" className="size-full">
          {children(store)}
        </Stage>
      </div>
    </I18nextProvider>,
  );
  await vi.waitFor(() => expect(store.getState().viewport.width).toBe(400));
  return store;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('zoom controls change the scale by buttons and menu, and show the current scale', { tags: ['long'] }, async () => {
  const store = await draw(() => null);
  await expect.element(button('Zoom: 25%')).toHaveTextContent('25%');
  await button('Zoom in').click();
  await expect.element(button('Zoom: 33%')).toBeVisible();
  await button('Zoom: 33%').click();
  await page.getByRole('menuitemradio', { name: '800%' }).click();
  expect(store.getState().view.scale).toBe(8);
  await expect.element(button('Zoom in')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await button('Zoom: 800%').click();
  await expect.element(page.getByRole('menuitemradio', { name: '800%' })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'Fit' }).click();
  expect(store.getState().mode).toBe('fit');
  await button('Zoom out').click();
  await expect.element(button('Zoom: 17%')).toBeVisible();
});

const divider = () => page.getByRole('slider', { name: 'Divider between original and result' });

/** A comparison whose divider begins in the middle. */
function Compared({ onValueChange, ...props }: Omit<CompareLayerProps, 'value'>) {
  const [value, setValue] = useState(50);
  const change = (next: number) => {
    setValue(next);
    onValueChange(next);
  };
  return <CompareLayer {...props} value={value} onValueChange={change} />;
}

test('dragging the divider or pressing keys moves the divider and not the picture', { tags: ['long'] }, async () => {
  const moved = vi.fn();
  const paint = vi.fn();
  const store = await draw((store) => <Compared store={store} paint={paint} onValueChange={moved} />);
  await expect.element(divider()).toHaveValue('50');
  await expect.element(divider()).toHaveAttribute('aria-valuetext', '50% original');
  divider().element().focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(divider()).toHaveValue('52');
  store.zoomTo(1);
  const { view } = store.getState();
  const painted = paint.mock.calls.length;
  const handle = document.querySelector<HTMLElement>('[data-slot=compare-divider]');
  if (!handle) throw new Error('no divider');
  await userEvent.dragAndDrop(handle, page.getByRole('region', { name: 'Picture' }), {
    targetPosition: { x: 120, y: 150 },
  });
  // 120 of 400 px are 30 %. The divider may glide on after the release.
  await vi.waitFor(() => expect(moved.mock.lastCall?.[0]).toBeLessThan(33));
  expect(store.getState().view).toBe(view);
  expect(paint.mock.calls.length - painted).toBeLessThanOrEqual(2);
});

test('the original is painted up to the divider, with the camera of the stage', async () => {
  const store = await draw((store) => (
    <Compared
      store={store}
      onValueChange={() => undefined}
      paint={(context) => {
        context.fillStyle = '#0000ff';
        context.fillRect(0, 0, 1600, 1200);
      }}
    />
  ));
  store.zoomTo(0.5);
  const layer = document.querySelector<HTMLCanvasElement>('[data-slot=compare-layer] canvas');
  await vi.waitFor(() => {
    expect([...(layer?.getContext('2d')?.getImageData(5, 5, 1, 1).data ?? [])]).toEqual([0, 0, 255, 255]);
  });
  const clip = layer?.parentElement && getComputedStyle(layer.parentElement).clipPath;
  expect(clip).toMatch(/^inset\(0(px)? (50%|calc\(100% - 50%\)) 0(px)? 0(px)?\)$/);
});

test('the outline is drawn over the picture and its dashes move', async () => {
  await draw((store) => <Outline store={store} paths={[Float32Array.of(400, 300, 1200, 300, 1200, 900, 400, 900)]} />);
  const canvas = document.querySelector<HTMLCanvasElement>('[data-slot=outline]');
  const line = () => canvas?.getContext('2d')?.getImageData(100, 74, 200, 3).data ?? [];
  await vi.waitFor(() => expect(line().some((value) => value > 0)).toBe(true));
  const before = line().join();
  await vi.waitFor(() => expect(line().join()).not.toBe(before));
});

function Original() {
  const { held, buttonProps } = useHold('o');
  return (
    <>
      <button type="button" aria-label="Original" {...buttonProps} />
      <input aria-label="Name" />
      <output>{held ? 'original' : 'result'}</output>
    </>
  );
}

test('the original is shown while its key or its button is held, except in a text field', async () => {
  await draw(() => null, <Original />);
  const output = page.getByRole('status').filter({ hasText: /original|result/ });
  await userEvent.keyboard('{o>}');
  await expect.element(output).toHaveTextContent('original');
  await userEvent.keyboard('{/o}');
  await expect.element(output).toHaveTextContent('result');
  button('Original').element().focus();
  await userEvent.keyboard('{ >}');
  await expect.element(output).toHaveTextContent('original');
  await userEvent.keyboard('{/ }');
  await expect.element(output).toHaveTextContent('result');
  await page.getByRole('textbox', { name: 'Name' }).click();
  await userEvent.keyboard('{o>}');
  await expect.element(output).toHaveTextContent('result');
  await userEvent.keyboard('{/o}');
});
