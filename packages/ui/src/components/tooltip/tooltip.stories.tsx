import type { Meta, StoryObj } from '@storybook/react-vite';
import { Redo2, Undo2 } from 'lucide-react';
import { expect, screen, waitFor } from 'storybook/test';

import { IconButton } from '../icon-button/icon-button.tsx';
import { Kbd } from '../kbd/kbd.tsx';
import { Tooltip, TooltipProvider } from './tooltip.tsx';

const meta = {
  title: 'Overlays/Tooltip',
  component: Tooltip,
  tags: ['!autodocs'],
  args: {
    content: 'Undo the last stroke',
    children: (
      <IconButton label="Undo">
        <Undo2 />
      </IconButton>
    ),
  },
  decorators: [
    (Story) => (
      <TooltipProvider>
        <div className="grid min-h-32 place-items-center">
          <Story />
        </div>
      </TooltipProvider>
    ),
  ],
} satisfies Meta<typeof Tooltip>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas, userEvent }) => {
    await expect(screen.queryByRole('tooltip')).toBeNull();
    await userEvent.hover(canvas.getByRole('button', { name: 'Undo' }));
    await expect(await screen.findByRole('tooltip')).toHaveTextContent('Undo the last stroke');
  },
};

export const Keyboard: Story = {
  render: (args) => (
    <div className="flex gap-2">
      <Tooltip {...args} />
      <Tooltip content="Put it back">
        <IconButton label="Redo">
          <Redo2 />
        </IconButton>
      </Tooltip>
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    const undo = canvas.getByRole('button', { name: 'Undo' });
    await expect(screen.queryByRole('tooltip')).toBeNull();
    await userEvent.tab();
    await expect(undo).toHaveFocus();
    await expect(await screen.findByRole('tooltip')).toHaveTextContent('Undo the last stroke');
    await expect(undo).toHaveAccessibleDescription('Undo the last stroke');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    await expect(undo).toHaveFocus();
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Redo' })).toHaveFocus();
    await waitFor(() => expect(screen.getByRole('tooltip')).toHaveTextContent('Put it back'));
    await userEvent.tab();
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  },
};

export const WithKey: Story = {
  args: {
    defaultOpen: true,
    content: (
      <>
        Undo
        <Kbd>Z</Kbd>
      </>
    ),
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: { defaultOpen: true, content: 'Den letzten Pinselstrich rückgängig machen, ohne die Maske zu verwerfen' },
};

export const Open: Story = { args: { defaultOpen: true } };
export const Chinese: Story = { globals: { locale: 'zh' }, args: { defaultOpen: true, content: '撤销上一笔' } };
export const Dark: Story = { ...Open, globals: { theme: 'dark' } };
