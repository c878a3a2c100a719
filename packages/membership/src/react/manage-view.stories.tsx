/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, waitFor, within } from 'storybook/test';

import { MembershipError } from '../api/membership-error.ts';
import { ManageView } from './manage-view.tsx';
import { announced, left, membershipStory, type MembershipStoryArgs, renderPage } from './testing/membership-story.tsx';

const meta = {
  ...membershipStory,
  title: 'Screens/Membership/Manage',
  render: renderPage(ManageView, 'membershipManage'),
} satisfies Meta<MembershipStoryArgs>;

export default meta;
type Story = StoryObj<MembershipStoryArgs>;

export const Visitor: Story = {
  tags: ['!test'],
  args: { isSignedIn: false },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect(canvas.queryByRole('table')).toBeNull();
  },
};

export const FreeMember: Story = {
  args: { subscription: null, invoices: 0, days: 0 },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Everyone has this plan. It has no end and costs nothing.')).toBeVisible();
    await expect(await canvas.findByText('No invoices yet')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Cancel membership' })).toBeNull();
  },
};

const acted = fn();

/** Cancelling is confirmed in a dialog, which names the end of the plan, and can be undone. */
export const Active: Story = {
  args: { subscription: {}, onAct: acted },
  play: async ({ canvas, userEvent }) => {
    acted.mockClear();
    await userEvent.click(await canvas.findByRole('button', { name: 'Cancel membership' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await waitFor(() => expect(dialog.getByText(/You keep your plan until March 2, 2027/)).toBeVisible());
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel membership' }));
    await expect(await canvas.findByText(/Ends on March 2, 2027/)).toBeVisible();
    await expect(announced).toHaveBeenLastCalledWith('Cancelled. Your plan lasts until March 2, 2027');
    await userEvent.click(canvas.getByRole('button', { name: 'Resume membership' }));
    await expect(await canvas.findByText('Renews on March 2, 2027 for CNY 199.')).toBeVisible();
    await expect(acted.mock.calls.map(([, request]) => request)).toMatchObject([
      { action: 'cancel' },
      { action: 'resume' },
    ]);
  },
};

/**
 * The page reports the failed payment. Its button leads to the provider's portal, where the payment method is changed.
 */
export const PastDue: Story = {
  args: { subscription: { status: 'past_due' } },
  play: async ({ canvas, userEvent }) => {
    left.mockClear();
    const message = within(await canvas.findByRole('alert'));
    await expect(message.getByText('Your payment is past due')).toBeVisible();
    await expect(canvas.queryByText(/^Renews on/)).toBeNull();
    await userEvent.click(message.getByRole('button', { name: 'Update payment method' }));
    await waitFor(() => expect(left).toHaveBeenCalledWith('https://billing.example.com/session'));
  },
};

export const CancelledAtPeriodEnd: Story = {
  tags: ['!test'],
  args: { subscription: { cancelled_at: '2026-11-20T10:00:00Z' } },
};

/** Nobody charges for the plan again, so there is nothing to cancel. */
export const PaidOnce: Story = {
  args: { subscription: { is_renewed: false, provider: 'wechat-pay' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Ends on March 2, 2027 and is not renewed.')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Cancel membership' })).toBeNull();
    // WeChat Pay has no page for members.
    await expect(canvas.queryByRole('button', { name: 'Payment methods and receipts' })).toBeNull();
  },
};

/** The member returns before the provider has reported the payment. The plan appears without a reload. */
export const BackFromPaying: Story = {
  args: { checkout: 'done', onMembership: (report) => isReported && report({}) },
  play: async ({ canvas }) => {
    isReported = false;
    await expect(await canvas.findByText('Your payment is being confirmed')).toBeVisible();
    isReported = true;
    // The page polls every three seconds, and when it gets the focus.
    globalThis.dispatchEvent(new Event('visibilitychange'));
    await expect(await canvas.findByText('Renews on March 2, 2027 for CNY 199.', {})).toBeVisible();
    await expect(canvas.queryByText('Your payment is being confirmed')).toBeNull();
  },
};
let isReported = false;

/** The member had a plan that costs nothing, and has paid for a better one. */
export const BackFromUpgrading: Story = {
  args: { checkout: 'done', subscription: { amount_minor: 0, provider: 'offer' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Your payment is being confirmed')).toBeVisible();
  },
};

export const BackWithoutPaying: Story = { tags: ['!test'], args: { checkout: 'cancelled' } };

export const Granted: Story = { tags: ['!test'], args: { subscription: { provider: 'admin', amount_minor: 0 } } };

export const LimitsReached: Story = {
  args: { subscription: {}, isUsedUp: true },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('50 of 50, 0 left')).toBeVisible();
    await expect(canvas.getByText('500 of 500, 0 left')).toBeVisible();
  },
};

export const SixtyInvoices: Story = {
  args: { subscription: {}, invoices: 60 },
  play: async ({ canvas, userEvent }) => {
    const files = () => canvas.findAllByRole('button', { name: /^Download 2026-\d{6} as PDF$/ });
    await expect(await files()).toHaveLength(50);
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await waitFor(async () => expect(await files()).toHaveLength(10));
    await expect(canvas.getByRole('button', { name: 'Next' })).toBeDisabled();
  },
};

export const Loading: Story = { tags: ['!test'], args: { isPending: true } };

export const Failed: Story = {
  args: { failure: new MembershipError('network', '') },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The server could not be reached')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

/** A refusal by the server does not mean that the session has ended. Signing in again would not help. */
export const NotAllowed: Story = {
  args: { failure: new MembershipError('forbidden', 'permission denied for schema auth') },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^The server does not allow this\. You are still signed in/)).toBeVisible();
    await expect(canvas.queryByText(/session has ended/)).toBeNull();
  },
};

/** A busy server is retried until it answers, without a button. */
export const Busy: Story = {
  args: { subscription: {}, isBusy: () => isBusy },
  beforeEach: () => {
    isBusy = true;
  },
  play: async ({ canvas, loaded }) => {
    const { i18n } = loaded;
    await expect(await canvas.findByText(i18n.t('messages:server.busy.title'))).toBeVisible();
    await expect(canvas.getByText(i18n.t('messages:server.busy.text'))).toBeVisible();
    await expect(canvas.queryByRole('button')).toBeNull();
    isBusy = false;
    await canvas.findByRole('button', { name: 'Cancel membership' });
    await expect(canvas.queryByText(i18n.t('messages:server.busy.title'))).toBeNull();
  },
};
let isBusy = true;

export const Phone: Story = {
  tags: ['!test'],
  args: { subscription: {}, invoices: 10 },
  globals: { locale: 'de', viewport: { value: 'phone' } },
};
export const Chinese: Story = { tags: ['!test'], args: { subscription: {} }, globals: { locale: 'zh' } };
export const Dark: Story = { tags: ['!test'], args: { subscription: {} }, globals: { theme: 'dark' } };
