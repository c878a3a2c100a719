/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';

import { MembershipError } from '../api/membership-error.ts';
import { PaymentsView } from './payments-view.tsx';
import { membershipStory, type MembershipStoryArgs, renderPage, saved } from './testing/membership-story.tsx';

const meta = {
  ...membershipStory,
  title: 'Screens/Membership/Payments',
  render: renderPage(PaymentsView, 'paymentLogs'),
} satisfies Meta<MembershipStoryArgs>;

export default meta;
type Story = StoryObj<MembershipStoryArgs>;

export const Visitor: Story = { tags: ['!test'], args: { isSignedIn: false } };

/** The CSV file contains the filtered payments. */
export const TenRows: Story = {
  args: { payments: 10 },
  play: async ({ canvas, userEvent }) => {
    saved.mockClear();
    await expect(await canvas.findAllByRole('rowheader')).toHaveLength(10);
    await userEvent.click(canvas.getByRole('radio', { name: 'Refunded' }));
    await waitFor(() => expect(canvas.getAllByRole('rowheader')).toHaveLength(3));
    await userEvent.click(canvas.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    await expect(saved.mock.calls[0]?.[1]).toHaveLength(4);
  },
};

/** The CSV file also contains the rows of the other pages. */
export const TenThousandRows: Story = {
  args: { payments: 10_000 },
  play: async ({ canvas, userEvent }) => {
    saved.mockClear();
    await expect(await canvas.findAllByRole('rowheader')).toHaveLength(50);
    await userEvent.click(canvas.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    await expect(saved.mock.calls[0]?.[1]).toHaveLength(10_001);
  },
};

export const Empty: Story = {
  args: { payments: 0 },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No payments')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  },
};

export const Loading: Story = { tags: ['!test'], args: { isPending: true } };

export const Failed: Story = {
  tags: ['!test'],
  args: { failure: new MembershipError('network', '') },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The server could not be reached')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

export const Phone: Story = { tags: ['!test'], globals: { locale: 'de', viewport: { value: 'phone' } } };
export const Chinese: Story = { tags: ['!test'], globals: { locale: 'zh' } };
export const Dark: Story = { tags: ['!test'], globals: { theme: 'dark' } };
