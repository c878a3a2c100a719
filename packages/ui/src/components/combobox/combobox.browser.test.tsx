import { Dialog } from 'radix-ui';
import type { FormEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { cdp, page, userEvent } from 'vitest/browser';

import '../../styles/styles.css';
import { Combobox, type ComboboxProps } from './combobox.tsx';

const options = [
  { value: 'cn', label: '中国护照', keywords: ['huzhao'] },
  { value: 'jp', label: 'Japan, passport' },
  { value: 'kr', label: 'Korea, identity card' },
  { value: 'br', label: 'Brazil, passport', disabled: true },
  ...Array.from({ length: 40 }, (_, at) => ({ value: `visa-${at}`, label: `Visa, class ${at}` })),
];

function Documents(props: Partial<ComboboxProps>) {
  return <Combobox aria-label="Document" options={options} emptyText="Nothing of that name" {...props} />;
}

async function show(props: Partial<ComboboxProps> = {}) {
  const onValueChange = vi.fn<(value: string) => void>();
  const screen = await render(
    <>
      <p>Elsewhere</p>
      <Documents onValueChange={onValueChange} {...props} />
      <button type="button">Next</button>
    </>,
  );
  const input = screen.getByRole('combobox');
  return { screen, input, onValueChange };
}

test('clicking an option selects it, and the focus stays in the input', { tags: ['long'] }, async () => {
  const onBlur = vi.fn<() => void>();
  const { screen, input, onValueChange } = await show({ onBlur });
  await input.click();
  await screen.getByRole('option', { name: 'Korea, identity card' }).click();
  expect(onValueChange).toHaveBeenCalledExactlyOnceWith('kr');
  await expect.element(input).toHaveValue('Korea, identity card');
  await expect.element(input).toHaveFocus();
  expect(onBlur).not.toHaveBeenCalled();
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
});

test('a disabled option cannot be clicked', async () => {
  const { screen, input, onValueChange } = await show();
  await input.click();
  await screen.getByRole('option', { name: 'Brazil, passport' }).click({ force: true });
  expect(onValueChange).not.toHaveBeenCalled();
  await expect.element(screen.getByRole('listbox')).toBeInTheDocument();
});

test('the arrow next to the text opens and closes the list', async () => {
  const { screen, input } = await show();
  const arrow = screen.container.querySelector('.lucide-chevrons-up-down') ?? screen.container;
  await userEvent.click(arrow);
  await expect.element(input).toHaveAttribute('aria-expanded', 'true');
  await expect.element(input).toHaveFocus();
  await userEvent.click(arrow);
  await expect.element(input).toHaveAttribute('aria-expanded', 'false');
});

test('clicking elsewhere closes the list and restores the selected text', async () => {
  const { screen, input } = await show({ defaultValue: 'jp' });
  await userEvent.fill(input, 'Kor');
  await expect.element(screen.getByRole('option')).toHaveTextContent('Korea, identity card');
  await screen.getByText('Elsewhere').click();
  await expect.element(input).toHaveValue('Japan, passport');
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
});

test('Tab moves to the next control, not into the list', async () => {
  const { screen, input } = await show();
  await input.click();
  await userEvent.tab();
  await expect.element(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
});

test('the highlighted option is scrolled into view', { tags: ['long'] }, async () => {
  const { screen, input } = await show();
  await input.click();
  await userEvent.keyboard('{End}');
  const list = screen.getByRole('listbox').element().getBoundingClientRect();
  const last = screen.getByRole('option', { name: 'Visa, class 39' }).element().getBoundingClientRect();
  expect(last.bottom).toBeLessThanOrEqual(list.bottom + 0.5);
  expect(last.top).toBeGreaterThanOrEqual(list.top - 0.5);
});

test('Enter selects while the list is open, and submits the form when it is closed', { tags: ['long'] }, async () => {
  const onSubmit = vi.fn<(value: unknown) => void>();
  const screen = await render(
    <form
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        onSubmit(Object.fromEntries(new FormData(event.currentTarget)));
      }}
    >
      <Documents name="document" />
    </form>,
  );
  await screen.getByRole('combobox').click();
  await userEvent.keyboard('korea{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ document: 'kr' });
});

test('in a dialog, Escape closes the list first and then the dialog', async () => {
  const screen = await render(
    <Dialog.Root defaultOpen>
      <Dialog.Portal>
        <Dialog.Content aria-describedby={undefined}>
          <Dialog.Title>Export</Dialog.Title>
          <Documents />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>,
  );
  await screen.getByRole('combobox').click();
  await expect.element(screen.getByRole('listbox')).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('dialog')).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('an input method composes undisturbed, and its result is searched', async () => {
  // The type of `cdp()` is empty, because the provider's abilities are unknown to it.
  const devtools = cdp() as { send(method: string, params: object): Promise<unknown> };
  const { screen, input, onValueChange } = await show();
  await input.click();
  await devtools.send('Input.imeSetComposition', { text: 'huzhao', selectionStart: 6, selectionEnd: 6 });
  await expect.element(input).toHaveValue('huzhao');
  // Key event that a browser sends for the Enter that ends a composition.
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 });
  expect(onValueChange).not.toHaveBeenCalled();
  await devtools.send('Input.insertText', { text: '护照' });
  await expect.element(screen.getByRole('option')).toHaveTextContent('中国护照');
  await userEvent.keyboard('{Enter}');
  expect(onValueChange).toHaveBeenCalledExactlyOnceWith('cn');
});

test('the selected text stays when the options change while the input is open', async () => {
  const { screen, input } = await show({ value: 'jp', options: options.slice(0, 3) });
  await expect.element(input).toHaveValue('Japan, passport');
  await screen.rerender(<Documents value="jp" options={options.slice(1, 2)} />);
  await expect.element(input).toHaveValue('Japan, passport');
});

test('the list opens with the chosen option in its middle', async () => {
  const { screen, input } = await show({ value: 'visa-20' });
  await input.click();
  const list = screen.getByRole('listbox').element().getBoundingClientRect();
  const chosen = screen.getByRole('option', { selected: true }).element().getBoundingClientRect();
  expect(Math.abs(chosen.top + chosen.bottom - list.top - list.bottom) / 2).toBeLessThan(chosen.height);
});

test('on a phone the list is a sheet with a field of its own', async () => {
  await page.viewport(390, 844);
  const { screen, onValueChange } = await show({ sheet: { title: 'Which document?', close: 'Close' } });
  await screen.getByRole('combobox', { name: 'Document' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Which document?' });
  await sheet.getByRole('combobox').fill('korea');
  await expect.element(sheet.getByRole('option')).toHaveTextContent('Korea, identity card');
  await userEvent.keyboard('{Enter}');
  expect(onValueChange).toHaveBeenCalledExactlyOnceWith('kr');
  await expect.element(sheet).not.toBeInTheDocument();
});
