import type { Meta, StoryObj } from '@storybook/react-vite';
import { Brush } from 'lucide-react';
import { expect, fn, screen, waitFor, within } from 'storybook/test';

import { Button } from '../button/button.tsx';
import { Slider } from '../slider/slider.tsx';
import { Popover, PopoverAnchor, PopoverClose, PopoverContent, PopoverTrigger } from './popover.tsx';

const meta = {
  title: 'Overlays/Popover',
  component: PopoverContent,
  tags: ['!autodocs'],
  args: { label: 'Brush settings' },
  decorators: [(Story) => <div className="min-h-80">{Story()}</div>],
} satisfies Meta<typeof PopoverContent>;

export default meta;
type Story = StoryObj<typeof meta>;

interface BrushWords {
  size: string;
  softness: string;
  done: string;
}

const english: BrushWords = { size: 'Size', softness: 'Softness', done: 'Done' };

function BrushFields({ size, softness, done }: BrushWords) {
  return (
    <div className="grid gap-3">
      {[size, softness].map((name) => (
        <Slider key={name} label={name} defaultValue={40} />
      ))}
      <PopoverClose asChild>
        <Button size="sm" className="justify-self-end">
          {done}
        </Button>
      </PopoverClose>
    </div>
  );
}

export const Default: Story = {
  render: (args) => (
    <Popover>
      <PopoverTrigger asChild>
        <Button>
          <Brush aria-hidden />
          Brush
        </Button>
      </PopoverTrigger>
      <PopoverContent {...args}>
        <BrushFields {...english} />
      </PopoverContent>
    </Popover>
  ),
  play: async ({ canvas, userEvent }) => {
    const trigger = canvas.getByRole('button', { name: 'Brush' });
    await userEvent.click(trigger);
    const popover = await screen.findByRole('dialog', { name: 'Brush settings' });
    await expect(trigger).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(within(popover).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(trigger).toHaveFocus());
  },
};

export const Open: Story = {
  ...Default,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Brush' }));
    await waitFor(() => expect(screen.getByRole('dialog')).toBeVisible());
  },
};

export const Keyboard: Story = {
  ...Default,
  play: async ({ canvas, userEvent }) => {
    const trigger = canvas.getByRole('button', { name: 'Brush' });
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('slider', { name: 'Size' })).toHaveFocus());
    await userEvent.tab();
    await expect(screen.getByRole('slider', { name: 'Softness' })).toHaveFocus();
    await userEvent.tab();
    await expect(screen.getByRole('button', { name: 'Done' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(trigger).toHaveFocus());
    await userEvent.keyboard(' ');
    await waitFor(() => expect(screen.getByRole('slider', { name: 'Size' })).toHaveFocus());
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(trigger).toHaveFocus());
  },
};

const elsewhere = fn();

/** The page stays interactive: the first click outside closes the popover and has its usual effect. */
export const PageStaysLive: Story = {
  render: (args) => (
    <div className="flex gap-2">
      <Popover defaultOpen>
        <PopoverTrigger asChild>
          <Button>Brush</Button>
        </PopoverTrigger>
        <PopoverContent {...args}>
          <BrushFields {...english} />
        </PopoverContent>
      </Popover>
      <Button onClick={elsewhere}>Undo</Button>
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    elsewhere.mockClear();
    await screen.findByRole('dialog');
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }));
    await expect(elsewhere).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};

/** Placed next to the whole field, although a small button in it opens the popover. */
export const WithAnchor: Story = {
  args: { label: 'Colours lately used' },
  render: (args) => (
    <Popover defaultOpen>
      <PopoverAnchor asChild>
        <div className="flex w-72 items-center justify-between rounded-md border border-line bg-sheet py-1 ps-3 pe-1">
          <span className="tabular-nums">#F4E9D8</span>
          <PopoverTrigger asChild>
            <Button size="sm">Lately used</Button>
          </PopoverTrigger>
        </div>
      </PopoverAnchor>
      <PopoverContent {...args} className="w-(--radix-popper-anchor-width)!">
        <ul className="grid gap-2 tabular-nums">
          <li>#FFFFFF, white for shops</li>
          <li>#438EDB, blue for visas</li>
        </ul>
      </PopoverContent>
    </Popover>
  ),
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: { label: 'Pinseleinstellungen' },
  render: (args) => (
    <Popover defaultOpen>
      <PopoverTrigger asChild>
        <Button>Pinsel</Button>
      </PopoverTrigger>
      <PopoverContent {...args}>
        <BrushFields size="Pinseldurchmesser" softness="Weichheit der Pinselkante" done="Einstellungen übernehmen" />
      </PopoverContent>
    </Popover>
  ),
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: { label: '画笔设置' },
  render: (args) => (
    <Popover defaultOpen>
      <PopoverTrigger asChild>
        <Button>画笔</Button>
      </PopoverTrigger>
      <PopoverContent {...args}>
        <BrushFields size="大小" softness="柔和" done="完成" />
      </PopoverContent>
    </Popover>
  ),
};

export const Dark: Story = { ...Open, globals: { theme: 'dark' } };
export const Phone: Story = { ...Chinese, globals: { locale: 'zh', viewport: { value: 'phone' } } };
