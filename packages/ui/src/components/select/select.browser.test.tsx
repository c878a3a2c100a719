import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';

import '../../styles/styles.css';
import { Select, SelectGroup, SelectOption } from './select.tsx';

async function show() {
  const onValueChange = vi.fn<(value: string) => void>();
  const screen = await render(
    <form>
      <Select aria-label="Size" name="size" placeholder="Choose a size" onValueChange={onValueChange}>
        <SelectOption value="original">As large as the photo</SelectOption>
        <SelectGroup label="Marketplaces">
          <SelectOption value="amazon">Amazon, 2000 × 2000</SelectOption>
          <SelectOption value="etsy">Etsy, 2700 × 2025</SelectOption>
        </SelectGroup>
      </Select>
    </form>,
  );
  return { screen, select: screen.getByRole('combobox', { name: 'Size' }), onValueChange };
}

test('the keyboard opens the list, moves in it, selects and closes it', async () => {
  const { select, onValueChange } = await show();
  await userEvent.tab();
  await expect.element(select).toHaveFocus();
  await expect.element(select).toHaveValue('');
  await userEvent.keyboard(' ');
  await vi.waitFor(() => expect(select.element().matches(':open')).toBe(true));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await vi.waitFor(() => expect(select.element().matches(':open')).toBe(false));
  await expect.element(select).toHaveFocus();
  expect(onValueChange).toHaveBeenCalledOnce();
  expect(onValueChange.mock.calls[0]?.[0]).not.toBe('');
});

test('typing letters selects the option that begins with them', async () => {
  const { select, onValueChange } = await show();
  await userEvent.tab();
  await userEvent.keyboard('et');
  await expect.element(select).toHaveValue('etsy');
  expect(onValueChange).toHaveBeenLastCalledWith('etsy');
});

test('Escape closes the list and changes nothing', async () => {
  const { select, onValueChange } = await show();
  await userEvent.tab();
  await userEvent.keyboard(' {ArrowDown}{Escape}');
  await vi.waitFor(() => expect(select.element().matches(':open')).toBe(false));
  await expect.element(select).toHaveValue('');
  expect(onValueChange).not.toHaveBeenCalled();
});

test('without a selection nothing is submitted, and the placeholder cannot be selected', async () => {
  const { screen, select } = await show();
  const form = screen.container.querySelector('form') ?? undefined;
  expect([...new FormData(form)]).toEqual([]);
  await userEvent.selectOptions(select, 'amazon');
  expect([...new FormData(form)]).toEqual([['size', 'amazon']]);
  expect(select.element().querySelector<HTMLOptionElement>('option[value=""]')?.disabled).toBe(true);
});
