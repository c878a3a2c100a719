import type { Meta, StoryObj } from '@storybook/react-vite';
import { Undo2 } from 'lucide-react';
import { expect, screen } from 'storybook/test';

import { IconButton } from '../icon-button/icon-button.tsx';
import { Tooltip, TooltipProvider } from './tooltip.tsx';

const meta = {
  title: 'Components/Tooltip',
  component: Tooltip,
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

export const OnFocus: Story = {
  play: async ({ canvas, userEvent }) => {
    await expect(screen.queryByRole('tooltip')).toBeNull();
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Undo' })).toHaveFocus();
    await expect(await screen.findByRole('tooltip')).toHaveTextContent('Undo the last stroke');
  },
};

export const Open: Story = { args: { defaultOpen: true } };
export const Chinese: Story = { globals: { locale: 'zh' }, args: { defaultOpen: true, content: '撤销上一笔' } };
export const Dark: Story = { ...Open, globals: { theme: 'dark' } };
