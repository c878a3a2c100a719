import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';

import '../../styles/styles.css';
import { Accordion, AccordionItem, type AccordionProps } from './accordion.tsx';

async function show(type: AccordionProps['type'] = 'multiple') {
  const onOpenChange = vi.fn<(open: boolean) => void>();
  const screen = await render(
    <Accordion type={type}>
      <AccordionItem title="Uploads" onOpenChange={onOpenChange}>
        Nothing is uploaded. <a href="#ledger">The ledger</a>
      </AccordionItem>
      <AccordionItem title="Files">JPEG and PNG</AccordionItem>
    </Accordion>,
  );
  const states = () => [...screen.container.querySelectorAll('details')].map((item) => item.dataset['state']);
  return { screen, states, onOpenChange };
}

test('Enter and Space expand and collapse an item', async () => {
  const { states, onOpenChange } = await show();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.poll(states).toEqual(['open', 'closed']);
  expect(onOpenChange).toHaveBeenLastCalledWith(true);
  await userEvent.keyboard(' ');
  await expect.poll(states).toEqual(['closed', 'closed']);
  expect(onOpenChange).toHaveBeenLastCalledWith(false);
});

test('Tab skips collapsed content and reaches expanded content', async () => {
  const { screen } = await show();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(screen.getByText('Files')).toBeVisible();
  expect(document.activeElement).toHaveTextContent('Files');
  await userEvent.tab({ shift: true });
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('link')).toBeVisible();
  await userEvent.tab();
  await expect.element(screen.getByRole('link')).toHaveFocus();
});

test('at most one item of a single accordion is open', async () => {
  const { screen, states, onOpenChange } = await show('single');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.poll(states).toEqual(['open', 'closed']);
  await expect.element(screen.getByRole('link')).toBeVisible();
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement).toHaveTextContent('Files');
  await userEvent.keyboard(' ');
  await expect.poll(states).toEqual(['closed', 'open']);
  expect(onOpenChange).toHaveBeenLastCalledWith(false);
});
