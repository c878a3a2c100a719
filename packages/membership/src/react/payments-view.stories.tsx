/** @module-tag long */
import type { Locale } from '@isola/i18n';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';

import { MembershipError } from '../api/membership-error.ts';
import { PaymentsView } from './payments-view.tsx';
import { MembershipStory, membershipStory, type MembershipStoryArgs, saved } from './testing/membership-story.tsx';

const meta = {
  ...membershipStory,
  title: 'Screens/Membership/Payments',
  render: (args, { loaded, globals }) => (
    <MembershipStory
      args={args}
      words={loaded['i18n']}
      locale={String(globals['locale']) as Locale}
      title={loaded['i18n'].t('pages:paymentLogs.title')}
    >
      <PaymentsView />
    </MembershipStory>
  ),
} satisfies Meta<MembershipStoryArgs>;

export default meta;
type Story = StoryObj<MembershipStoryArgs>;

export const Visitor: Story = { tags: ['!test'], args: { isSignedIn: false } };

/** What is filtered is what is saved. */
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

/** The file has what the page does not show. */
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
