/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, waitFor } from 'storybook/test';

import { Button } from '../button/button.tsx';
import { Accordion, AccordionItem } from './accordion.tsx';

const meta = {
  title: 'Content/Accordion',
  component: Accordion,
  tags: ['!autodocs'],
  args: {
    className: 'max-w-160',
    children: (
      <>
        <AccordionItem title="Are my photos uploaded?">
          No. The model runs in this browser, and the ledger shows every byte that leaves it.
        </AccordionItem>
        <AccordionItem title="Which files can I open?">
          JPEG, PNG, WebP and AVIF, up to 50 MB each. HEIC opens where the browser can read it.
        </AccordionItem>
        <AccordionItem title="Does it work without a network?">
          Yes, once the model has been fetched. AI backgrounds are the only thing that waits for the network.
        </AccordionItem>
      </>
    ),
  },
} satisfies Meta<typeof Accordion>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  tags: ['visual'],
  play: async ({ canvas, userEvent }) => {
    const title = canvas.getByRole('heading', { name: 'Are my photos uploaded?', level: 3 });
    const text = canvas.getByText(/every byte that leaves it/);
    const item = title.closest('details');
    await expect(item).toHaveAttribute('data-state', 'closed');
    await expect(text).not.toBeVisible();
    await userEvent.click(title);
    await waitFor(() => expect(item).toHaveAttribute('data-state', 'open'));
    await waitFor(() => expect(text).toBeVisible());
    await userEvent.click(title);
    await waitFor(() => expect(item).toHaveAttribute('data-state', 'closed'));
  },
};

/** Opening one item closes the others. */
export const Single: Story = {
  args: { type: 'single' },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const states = () => [...canvasElement.querySelectorAll('details')].map((item) => item.dataset['state']);
    await userEvent.click(canvas.getByText('Are my photos uploaded?'));
    await waitFor(() => expect(states()).toEqual(['open', 'closed', 'closed']));
    await userEvent.click(canvas.getByText('Which files can I open?'));
    await waitFor(() => expect(states()).toEqual(['closed', 'open', 'closed']));
  },
};

const changed = fn();

export const DefaultOpen: Story = {
  args: {
    headingLevel: 2,
    children: (
      <>
        <AccordionItem title="What does a month cost?" defaultOpen onOpenChange={changed}>
          Nothing, for photos of up to 4096 × 4096. The paid plan adds batches of more than fifty.
        </AccordionItem>
        <AccordionItem title="Can I cancel?">Whenever you like; the plan then ends with the month.</AccordionItem>
      </>
    ),
  },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText(/Nothing, for photos/)).toBeVisible();
    await expect(changed).not.toHaveBeenCalled();
    await userEvent.click(canvas.getByRole('heading', { name: 'What does a month cost?', level: 2 }));
    await waitFor(() => expect(changed).toHaveBeenLastCalledWith(false));
  },
};

/** The parent holds the state. An item whose `open` does not change stays as it is. */
export const Controlled: Story = {
  render: function Controlled({ className }) {
    const [open, setOpen] = useState(false);
    return (
      <div className={className}>
        <Button onClick={() => setOpen(!open)}>{open ? 'Fold away' : 'Unfold'}</Button>
        <Accordion className="mt-4">
          <AccordionItem title="What is kept on this device?" open={open} onOpenChange={setOpen}>
            The model, 44.3 MB, and your settings. No photo.
          </AccordionItem>
          <AccordionItem title="What is sent?" open={false}>
            Nothing.
          </AccordionItem>
        </Accordion>
      </div>
    );
  },
  play: async ({ canvas, userEvent }) => {
    const text = canvas.getByText(/and your settings/);
    await userEvent.click(canvas.getByRole('button', { name: 'Unfold' }));
    await waitFor(() => expect(text).toBeVisible());
    await userEvent.click(canvas.getByText('What is kept on this device?'));
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Unfold' })).toBeVisible());
    await waitFor(() => expect(text).not.toBeVisible());
    await userEvent.click(canvas.getByText('What is sent?'));
    await expect(canvas.getByText('Nothing.')).not.toBeVisible();
  },
};

/** A link to an item's `id` opens the item. */
export const Linked: Story = {
  args: {
    children: (
      <>
        <AccordionItem title="How long does it take?" id="how-long">
          About a second on a laptop with WebGPU, five to ten without.
        </AccordionItem>
        <AccordionItem title="Which edges are hard?" id="hard-edges">
          Hair against hair, glass, and smoke. The brush mends what the model missed.
        </AccordionItem>
      </>
    ),
  },
  render: (args) => (
    <>
      <p className="mb-4">
        {/* Storybook's frame opens its links in the surrounding window. */}
        <a href="#hard-edges" target="_self" className="text-accent-ink underline">
          Which edges are hard?
        </a>
      </p>
      <Accordion {...args} />
    </>
  ),
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(canvas.getByRole('link'));
    await waitFor(() => expect(canvas.getByText(/Hair against hair/)).toBeVisible());
    const states = [...canvasElement.querySelectorAll('details')].map((item) => item.dataset['state']);
    await expect(states).toEqual(['closed', 'open']);
    history.replaceState(null, '', location.pathname + location.search);
  },
};

/**
 * The browser test covers expanding and collapsing with real keys: a simulated `Enter` does not trigger the browser's
 * default action.
 */
export const Keyboard: Story = {
  args: { type: 'single' },
  play: async ({ canvasElement, userEvent }) => {
    const titles = [...canvasElement.querySelectorAll('summary')];
    await userEvent.tab();
    await expect(titles[0]).toHaveFocus();
    await userEvent.tab();
    await expect(titles[1]).toHaveFocus();
    await userEvent.tab();
    await expect(titles[2]).toHaveFocus();
    await userEvent.tab({ shift: true });
    await expect(titles[1]).toHaveFocus();
  },
};

export const Stillness: Story = {
  globals: { motion: 'reduced' },
  play: async ({ canvasElement }) => {
    const item = canvasElement.querySelector('details') ?? canvasElement;
    await expect(getComputedStyle(item, '::details-content').transitionProperty).toBe('none');
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    children: (
      <>
        <AccordionItem title="Werden meine Fotos irgendwohin hochgeladen oder dort gespeichert?" defaultOpen>
          Nein. Das Modell läuft in diesem Browser; das Netzwerkprotokoll zeigt jedes Byte, das ihn verlässt.
        </AccordionItem>
        <AccordionItem title="Welche Bilddateiformate werden unterstützt?">JPEG, PNG, WebP und AVIF.</AccordionItem>
      </>
    ),
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    children: (
      <>
        <AccordionItem title="照片会上传吗？" defaultOpen>
          不会。模型就在这个浏览器里运行，账本会列出离开浏览器的每一个字节。
        </AccordionItem>
        <AccordionItem title="支持哪些文件？">JPEG、PNG、WebP 和 AVIF，每张不超过 50 MB。</AccordionItem>
        <AccordionItem title="断网时能用吗？">模型下载之后就能用。只有 AI 背景需要网络。</AccordionItem>
      </>
    ),
  },
};

export const Phone: Story = {
  ...LongestLanguage,
  globals: { locale: 'de', viewport: { value: 'phone' } },
};
export const Dark: Story = { ...Chinese, globals: { theme: 'dark', locale: 'zh' } };
