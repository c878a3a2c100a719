import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, waitFor } from 'storybook/test';

import { Toast, ToastProvider } from './toast.tsx';

const meta = {
  title: 'Components/Toast',
  component: Toast,
  args: { title: 'Copied, 2.4 MB', closeLabel: 'Put away', duration: 600_000, onOpenChange: fn() },
  decorators: [
    (Story) => (
      <ToastProvider label="Message" viewportLabel="Messages ({hotkey})">
        <div className="min-h-40">
          <Story />
        </div>
      </ToastProvider>
    ),
  ],
} satisfies Meta<typeof Toast>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Put away' }));
    await expect(args.onOpenChange).toHaveBeenLastCalledWith(false);
    await waitFor(() => expect(screen.queryByText('Copied, 2.4 MB')).toBeNull());
  },
};

const undo = fn();

export const WithAction: Story = {
  args: {
    title: '12 photos removed from the table',
    children: 'The files on your disk are untouched.',
    action: { label: 'Undo', altText: 'Press Control Z to bring them back', onSelect: undo },
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    title: '已从列表移走 12 张照片',
    children: '硬盘上的原文件没有改动。',
    closeLabel: '收起',
    action: { label: '撤销', altText: '按 Control Z 找回', onSelect: undo },
  },
};

export const Phone: Story = { ...Chinese, globals: { locale: 'zh', viewport: { value: 'phone' } } };
export const Dark: Story = { ...WithAction, globals: { theme: 'dark' } };
