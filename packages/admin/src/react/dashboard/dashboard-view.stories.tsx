/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

import { AdminError } from '../../api/admin-error.ts';
import { adminStory, type AdminStoryArgs, renderPage } from '../testing/admin-story.tsx';
import { DashboardView } from './dashboard-view.tsx';

const meta = {
  ...adminStory,
  title: 'Screens/Administration/Dashboard',
  render: renderPage(DashboardView, 'adminDashboard'),
} satisfies Meta<AdminStoryArgs>;

export default meta;
type Story = StoryObj<AdminStoryArgs>;

export const ThirtyDays: Story = {
  args: { rows: 10_000 },
  play: async ({ canvas, userEvent }) => {
    // 318 − 287 = 31.
    await expect(await canvas.findByText('318 new users of 10,000, 31 more than in the period before')).toBeVisible();
    await expect(canvas.getByText('118 of 1,000')).toBeVisible();
    await expect(canvas.queryByText('Invoices name no seller')).toBeNull();
    await expect(canvas.getByText('4 errors, as many as in the period before')).toBeVisible();
    await userEvent.click(canvas.getByRole('radio', { name: '7 days' }));
    await expect(canvas.getByRole('radio', { name: '7 days' })).toBeChecked();
  },
};

export const LastDay: Story = { args: { rows: 10_000, search: { days: '1' } } };

export const Empty: Story = {
  args: { rows: 0 },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Nobody registered in this period.')).toBeVisible();
    await expect(await canvas.findByText('Invoices name no seller')).toBeVisible();
    await expect(canvas.queryByRole('slider')).toBeNull();
  },
};

/** The charts of revenue require the permission `revenue.read`. */
export const UsersOnly: Story = {
  args: { rows: 10_000, permissions: ['users.read'] },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('figure', { name: 'New users' })).toBeVisible();
    await expect(canvas.queryByRole('figure', { name: /Revenue/ })).toBeNull();
  },
};

export const Loading: Story = { args: { isPending: true } };

export const Failed: Story = {
  args: { failure: new AdminError('network', '') },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The server could not be reached')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

export const Phone: Story = {
  args: { rows: 10_000 },
  globals: { locale: 'de', viewport: { value: 'phone' } },
};
export const Chinese: Story = { args: { rows: 10_000 }, globals: { locale: 'zh' } };
export const Dark: Story = { args: { rows: 10_000 }, globals: { theme: 'dark' } };
