/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, waitFor, within } from 'storybook/test';

import { AdminError } from '../../api/admin-error.ts';
import { adminStory, type AdminStoryArgs, renderPage } from '../testing/admin-story.tsx';
import { UsersView } from './users-view.tsx';

const meta = {
  ...adminStory,
  title: 'Screens/Administration/Users',
  render: renderPage(UsersView, 'adminUsers'),
} satisfies Meta<AdminStoryArgs>;

export default meta;
type Story = StoryObj<AdminStoryArgs>;

export const TenRows: Story = {
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findAllByRole('rowheader')).toHaveLength(10);
    await expect(canvas.getByText('10 rows')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Email' }));
    await waitFor(() =>
      expect(canvas.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'ascending'),
    );
  },
};

export const TenThousandRows: Story = {
  args: { rows: 10_000 },
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findAllByRole('rowheader')).toHaveLength(50);
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await expect(await canvas.findByText('min-jun.kim.50@example.com')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Previous' }));
    await expect(await canvas.findByText('anna.weber.0@example.com')).toBeVisible();
  },
};

export const Empty: Story = { args: { rows: 0 } };
export const NotFound: Story = { args: { rows: 0, search: { q: 'nobody' } } };

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

/** An administrator with only `users.read` can change nothing. */
export const ReadOnly: Story = {
  args: { permissions: ['users.read'] },
  play: async ({ canvas }) => {
    await expect(await canvas.findAllByRole('rowheader')).toHaveLength(10);
    await expect(canvas.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  },
};

export const Detail: Story = { args: { search: { user: 'user-1' } } };

const disabled = fn();

/** The dialog names the change. The database requires the proof of identity first, and accepts the second try. */
export const Disabling: Story = {
  args: {
    search: { user: 'user-1' },
    needsProof: true,
    onAct: (...call) => {
      disabled(...call);
      return disabled.mock.calls.length === 1 ? Promise.reject(new AdminError('forbidden', '')) : Promise.resolve();
    },
  },
  play: async ({ canvas, userEvent }) => {
    disabled.mockClear();
    await userEvent.click(await canvas.findByRole('button', { name: 'Disable account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable min-jun.kim.1@example.com?' }));
    await userEvent.type(dialog.getByLabelText('Reason'), 'Chargebacks');
    await userEvent.click(dialog.getByRole('button', { name: 'Disable account' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Prove it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(disabled).toHaveBeenCalledTimes(2);
    await expect(disabled).toHaveBeenLastCalledWith('disableUser', 'user-1', 'Chargebacks');
  },
};

export const Refused: Story = {
  args: { search: { user: 'user-1' }, onAct: () => Promise.reject(new AdminError('own-account', '')) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Disable account' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Reason'), 'Mistake');
    await userEvent.click(dialog.getByRole('button', { name: 'Disable account' }));
    await expect(await dialog.findByText('You cannot do this to your own account')).toBeVisible();
  },
};

export const Phone: Story = { globals: { locale: 'de', viewport: { value: 'phone' } } };
export const Chinese: Story = { globals: { locale: 'zh' } };
export const Dark: Story = { globals: { theme: 'dark' } };
