/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';

import { Pagination, type PaginationLabels } from './pagination.tsx';

const english: PaginationLabels = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
  page: (page) => `Page ${page}`,
  status: '6 of 12',
};

const meta = {
  title: 'Navigation/Pagination',
  component: Pagination,
  tags: ['!autodocs'],
  args: { label: 'Pages of orders', labels: english, page: 6, pageCount: 12, hrefFor: (page) => `#page-${page}` },
} satisfies Meta<typeof Pagination>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas }) => {
    const nav = canvas.getByRole('navigation', { name: 'Pages of orders' });
    await expect(nav).toBeVisible();
    const names = canvas.getAllByRole('link').map((link) => link.getAttribute('aria-label'));
    await expect(names).toEqual(['Previous page', 'Page 1', 'Page 5', 'Page 6', 'Page 7', 'Page 12', 'Next page']);
    await expect(canvas.getByRole('link', { current: 'page' })).toHaveAccessibleName('Page 6');
    await expect(canvas.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '#page-7');
  },
};

export const FirstPage: Story = {
  args: { page: 1, labels: { ...english, status: '1 of 12' } },
  play: async ({ canvas }) => {
    const previous = canvas.getByRole('link', { name: 'Previous page' });
    await expect(previous).toHaveAttribute('aria-disabled', 'true');
    await expect(previous).not.toHaveAttribute('href');
    await expect(canvas.getByRole('link', { name: 'Next page' })).toHaveAttribute('rel', 'next');
  },
};

export const LastPage: Story = {
  args: { page: 12, labels: { ...english, status: '12 of 12' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true');
  },
};

export const Few: Story = { args: { page: 2, pageCount: 3, labels: { ...english, status: '2 of 3' } } };
export const Many: Story = { args: { page: 1042, pageCount: 2048, labels: { ...english, status: '1042 of 2048' } } };

const follow = fn();

/** Links of a router, or any other element that accepts the props. */
export const WithOwnLinks: Story = {
  render: ({ label, labels, page, pageCount }) => (
    <Pagination
      label={label}
      labels={labels}
      page={page}
      pageCount={pageCount}
      renderLink={(to, { children, ...props }) => (
        <a
          href={`#orders/${to}`}
          onClick={(event) => {
            event.preventDefault();
            follow(to);
          }}
          {...props}
        >
          {children}
        </a>
      )}
    />
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('link', { name: 'Page 7' }));
    await expect(follow).toHaveBeenLastCalledWith(7);
    await userEvent.click(canvas.getByRole('link', { name: 'Previous page' }));
    await expect(follow).toHaveBeenLastCalledWith(5);
  },
};

export const Keyboard: Story = {
  ...WithOwnLinks,
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('link', { name: 'Previous page' })).toHaveFocus();
    await userEvent.tab();
    await userEvent.tab();
    await expect(canvas.getByRole('link', { name: 'Page 5' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(follow).toHaveBeenLastCalledWith(5);
    await userEvent.tab({ shift: true });
    await expect(canvas.getByRole('link', { name: 'Page 1' })).toHaveFocus();
  },
};

/** A narrow container shows the current position and links to both ends. */
export const Phone: Story = {
  decorators: [(Story) => <div className="max-w-90">{Story()}</div>],
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    const names = canvas.getAllByRole('link').map((link) => link.getAttribute('aria-label'));
    await expect(names).toEqual(['First page', 'Previous page', 'Next page', 'Last page']);
    await expect(canvas.getByText('6 of 12')).toBeVisible();
  },
};

export const LongestLanguage: Story = {
  ...Phone,
  globals: { locale: 'de', viewport: { value: 'phone' } },
  args: {
    label: 'Seiten der Bestellübersicht',
    labels: {
      first: 'Zur ersten Seite',
      previous: 'Zur vorherigen Seite',
      next: 'Zur nächsten Seite',
      last: 'Zur letzten Seite',
      page: (page) => `Seite ${page}`,
      status: 'Seite 1042 von insgesamt 2048',
    },
  },
  play: async ({ canvas }) => {
    const nav = canvas.getByRole('navigation');
    await expect(nav.scrollWidth).toBeLessThanOrEqual(nav.clientWidth);
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    label: '订单分页',
    labels: {
      first: '第一页',
      previous: '上一页',
      next: '下一页',
      last: '最后一页',
      page: (page) => `第 ${page} 页`,
      status: '第 6 页，共 12 页',
    },
  },
};

export const RightToLeft: Story = {
  decorators: [(Story) => <div dir="rtl">{Story()}</div>],
};

export const Dark: Story = { ...FirstPage, globals: { theme: 'dark' } };
