import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import '../../styles/styles.css';
import { Sheet, SheetBody, SheetContent, type SheetProps } from './sheet.tsx';

async function show(props: SheetProps = {}) {
  const onOpenChange = vi.fn<(open: boolean) => void>();
  const onCut = vi.fn<() => void>();
  await render(
    <>
      <button type="button" onClick={onCut}>
        Canvas
      </button>
      <Sheet defaultOpen onOpenChange={onOpenChange} {...props}>
        <SheetContent title="Shadow" closeLabel="Close" side="bottom">
          <SheetBody>
            <p style={{ height: 320 }}>Light and shade</p>
          </SheetBody>
        </SheetContent>
      </Sheet>
    </>,
  );
  const sheet = page.getByRole('dialog', { name: 'Shadow' });
  await expect.element(sheet).toBeVisible();
  const element = sheet.element() as HTMLElement;
  await vi.waitFor(() => expect(element.getAnimations()).toEqual([]));
  const head = element.querySelector<HTMLElement>('[data-slot=sheet-head]') ?? element;
  /** Drags the head down and holds it still before the release, so that only the distance counts. */
  const pull = async (byPx: number) => {
    const at = { bubbles: true, pointerId: 1, button: 0, clientX: 200 };
    head.setPointerCapture = () => {};
    head.dispatchEvent(new PointerEvent('pointerdown', { ...at, clientY: 300 }));
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await new Promise((resolve) => setTimeout(resolve, 80));
      head.dispatchEvent(new PointerEvent('pointermove', { ...at, clientY: 300 + byPx * part }));
    }
    for (let still = 0; still < 6; still += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      head.dispatchEvent(new PointerEvent('pointermove', { ...at, clientY: 300 + byPx }));
    }
    const followedPx = new DOMMatrix(`translate(${element.style.translate.replace(' ', ',')})`).f;
    head.dispatchEvent(new PointerEvent('pointerup', { ...at, clientY: 300 + byPx }));
    return followedPx;
  };
  return { sheet, element, head, pull, onOpenChange, onCut };
}

test('a sheet follows a long pull and closes', { tags: ['long'] }, async () => {
  const { sheet, pull, onOpenChange } = await show();
  expect(await pull(220)).toBeCloseTo(220, 0);
  expect(onOpenChange).toHaveBeenCalledWith(false);
  await expect.element(sheet).not.toBeInTheDocument();
});

test('a sheet returns after a short pull', async () => {
  const { sheet, element, pull, onOpenChange } = await show();
  await pull(60);
  await expect.element(sheet).toBeVisible();
  await vi.waitFor(() => expect(element.getBoundingClientRect().bottom).toBeCloseTo(window.innerHeight, 0));
  expect(onOpenChange).not.toHaveBeenCalled();
});

test('pulling the handle with a real pointer closes the sheet', { tags: ['long'] }, async () => {
  const { sheet, head, onOpenChange } = await show();
  const page = document.querySelector<HTMLElement>('[data-slot=overlay]') ?? document.body;
  await userEvent.dragAndDrop(head, page, {
    sourcePosition: { x: 200, y: 8 },
    targetPosition: { x: 300, y: window.innerHeight - 20 },
  });
  expect(onOpenChange).toHaveBeenCalledWith(false);
  await expect.element(sheet).not.toBeInTheDocument();
});

test('the page stays interactive behind a non-modal sheet', { tags: ['long'] }, async () => {
  const { sheet, onCut } = await show({ modal: false });
  await page.getByRole('button', { name: 'Canvas' }).click();
  expect(onCut).toHaveBeenCalledOnce();
  await expect.element(sheet).toBeVisible();
  expect(document.querySelector('[data-slot=overlay]')).toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
});

test('a bottom sheet rests at the lower edge and leaves downwards', async () => {
  const { element } = await show();
  expect(element.getBoundingClientRect().bottom).toBeCloseTo(window.innerHeight, 0);
  // The sheet is removed when its animation ends. A paused animation keeps it on the page until it has been measured, even
  // if the browser draws no frame while the animation would have run.
  element.style.animationPlayState = 'paused';
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => {
    expect(element.dataset['state']).toBe('closed');
    expect(element.getBoundingClientRect().bottom).toBeGreaterThan(window.innerHeight + 8);
  });
});
