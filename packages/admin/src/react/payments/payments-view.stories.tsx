/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

import { AdminError } from '../../api/admin-error.ts';
import { adminStory, type AdminStoryArgs, renderPage } from '../testing/admin-story.tsx';
import { PaymentsView } from './payments-view.tsx';

const meta = {
  ...adminStory,
  title: 'Screens/Administration/Payments',
  render: renderPage(PaymentsView, 'paymentLogs'),
} satisfies Meta<AdminStoryArgs>;

export default meta;
type Story = StoryObj<AdminStoryArgs>;

export const TenRows: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findAllByRole('rowheader')).toHaveLength(10);
    await expect(canvas.getAllByText('Account deleted')).toHaveLength(1);
    await expect(canvas.getAllByText('Paid twice')).toHaveLength(1);
    await expect(canvas.getAllByText('Not for a checkout here')).toHaveLength(1);
  },
};

export const TenThousandRows: Story = { args: { rows: 10_000 } };
export const Empty: Story = { args: { rows: 0 } };

export const Loading: Story = { args: { isPending: true } };

export const Failed: Story = {
  args: { failure: new AdminError('network', '') },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The server could not be reached')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

export const WithoutPermission: Story = {
  args: { permissions: [] },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('You may not see this')).toBeVisible();
    await expect(canvas.queryByRole('table')).toBeNull();
  },
};

export const Phone: Story = { globals: { locale: 'de', viewport: { value: 'phone' } } };
export const Chinese: Story = { globals: { locale: 'zh' } };
export const Dark: Story = { globals: { theme: 'dark' } };
