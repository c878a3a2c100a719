import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import '../../styles/styles.css';
import { Dialog, DialogBody, DialogContent, DialogTrigger } from './dialog.tsx';

const root = document.documentElement;

async function show(inner?: React.ReactNode) {
  const styles = document.head.querySelectorAll('style').length;
  await render(
    <div style={{ height: '300vh' }}>
      <Dialog>
        <DialogTrigger>Rename</DialogTrigger>
        <DialogContent title="Rename the photo" closeLabel="Close" size="sm">
          <DialogBody>
            <input aria-label="File name" />
            {inner}
          </DialogBody>
        </DialogContent>
      </Dialog>
    </div>,
  );
  return { styles };
}

const trigger = page.getByRole('button', { name: 'Rename' });
const dialog = page.getByRole('dialog', { name: 'Rename the photo' });

test(
  'the page behind a dialog keeps its scroll position and width, and no style element is added',
  { tags: ['long'] },
  async () => {
    const { styles } = await show();
    await trigger.click();
    await expect.element(dialog).toBeVisible();
    const widthPx = document.body.getBoundingClientRect().width;
    expect(getComputedStyle(root).overflowY).toBe('hidden');
    expect(document.head.querySelectorAll('style')).toHaveLength(styles);

    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(getComputedStyle(root).overflowY).not.toBe('hidden');
    expect(document.body.getBoundingClientRect().width).toBe(widthPx);
    await expect.element(trigger).toHaveFocus();
  },
);

test('the focus stays within the dialog', { tags: ['long'] }, async () => {
  await show();
  await trigger.click();
  await expect.element(page.getByRole('textbox')).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('textbox')).toHaveFocus();
});

test('a click outside closes the dialog, but a drag that ends outside does not', { tags: ['long'] }, async () => {
  await show();
  await trigger.click();
  const overlay = document.querySelector<HTMLElement>('[data-slot=overlay]') ?? root;
  await userEvent.dragAndDrop(page.getByRole('textbox'), overlay, { targetPosition: { x: 20, y: 20 } });
  await expect.element(dialog).toBeVisible();
  await userEvent.click(overlay, { position: { x: 20, y: 20 } });
  await expect.element(dialog).not.toBeInTheDocument();
});

test('with nested dialogs, the page scrolls again after both are closed', { tags: ['long'] }, async () => {
  await show(
    <Dialog>
      <DialogTrigger>Choose a folder</DialogTrigger>
      <DialogContent title="Folder" closeLabel="Close the folder" />
    </Dialog>,
  );
  await trigger.click();
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Folder' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Folder' })).not.toBeInTheDocument();
  expect(getComputedStyle(root).overflowY).toBe('hidden');
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(getComputedStyle(root).overflowY).not.toBe('hidden'));
});

test('scrolling content can be reached by keyboard', async () => {
  await show(<p style={{ height: '200vh' }}>A long list of export presets.</p>);
  await trigger.click();
  const body = document.querySelector<HTMLElement>('[data-slot=dialog-body]');
  await vi.waitFor(() => expect(body?.dataset['state']).toBe('scrolling'));
  expect(body?.tabIndex).toBe(0);
});
