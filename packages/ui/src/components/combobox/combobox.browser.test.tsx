import { Dialog } from 'radix-ui';
import type { FormEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { cdp, userEvent } from 'vitest/browser';

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

test('a press on an option chooses it, and the focus never leaves the input', async () => {
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

test('a disabled option takes no press', async () => {
  const { screen, input, onValueChange } = await show();
  await input.click();
  await screen.getByRole('option', { name: 'Brazil, passport' }).click({ force: true });
  expect(onValueChange).not.toHaveBeenCalled();
  await expect.element(screen.getByRole('listbox')).toBeInTheDocument();
});

test('the arrow beside the text opens and closes', async () => {
  const { screen, input } = await show();
  const arrow = screen.container.querySelector('.lucide-chevrons-up-down') ?? screen.container;
  await userEvent.click(arrow);
  await expect.element(input).toHaveAttribute('aria-expanded', 'true');
  await expect.element(input).toHaveFocus();
  await userEvent.click(arrow);
  await expect.element(input).toHaveAttribute('aria-expanded', 'false');
});

test('a press elsewhere closes and takes back what was typed', async () => {
  const { screen, input } = await show({ defaultValue: 'jp' });
  await userEvent.fill(input, 'Kor');
  await expect.element(screen.getByRole('option')).toHaveTextContent('Korea, identity card');
  await screen.getByText('Elsewhere').click();
  await expect.element(input).toHaveValue('Japan, passport');
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
});

test('Tab leaves for the next control, not for the list', async () => {
  const { screen, input } = await show();
  await input.click();
  await userEvent.tab();
  await expect.element(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
});

test('the option that keys point at is in sight', async () => {
  const { screen, input } = await show();
  await input.click();
  await userEvent.keyboard('{End}');
  const list = screen.getByRole('listbox').element().getBoundingClientRect();
  const last = screen.getByRole('option', { name: 'Visa, class 39' }).element().getBoundingClientRect();
  expect(last.bottom).toBeLessThanOrEqual(list.bottom + 0.5);
  expect(last.top).toBeGreaterThanOrEqual(list.top - 0.5);
});

test('Enter chooses while the list is open, and sends the form once it is closed', async () => {
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

test('in a dialog Escape closes the list first, and the dialog afterwards', async () => {
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

test('an input method composes undisturbed, and its result is looked for', async () => {
  // Its type is empty: what a provider can do is not known to it.
  const devtools = cdp() as { send(method: string, params: object): Promise<unknown> };
  const { screen, input, onValueChange } = await show();
  await input.click();
  await devtools.send('Input.imeSetComposition', { text: 'huzhao', selectionStart: 6, selectionEnd: 6 });
  await expect.element(input).toHaveValue('huzhao');
  // What a browser sends for the Enter that ends a composition.
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 });
  expect(onValueChange).not.toHaveBeenCalled();
  await devtools.send('Input.insertText', { text: '护照' });
  await expect.element(screen.getByRole('option')).toHaveTextContent('中国护照');
  await userEvent.keyboard('{Enter}');
  expect(onValueChange).toHaveBeenCalledExactlyOnceWith('cn');
});

test('a list that changes under an open input keeps to what is chosen', async () => {
  const { screen, input } = await show({ value: 'jp', options: options.slice(0, 3) });
  await expect.element(input).toHaveValue('Japan, passport');
  await screen.rerender(<Documents value="jp" options={options.slice(1, 2)} />);
  await expect.element(input).toHaveValue('Japan, passport');
});
