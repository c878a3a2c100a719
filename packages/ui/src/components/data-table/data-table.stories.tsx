/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { expect, fn, screen, waitFor } from 'storybook/test';

import { Badge } from '../badge/badge.tsx';
import { Banner } from '../banner/banner.tsx';
import { Button } from '../button/button.tsx';
import { DropdownMenuItem } from '../dropdown-menu/dropdown-menu.tsx';
import { EmptyState } from '../empty-state/empty-state.tsx';
import { DataTable, type DataColumn, type DataSorting, type DataTableProps } from './data-table.tsx';

interface Member {
  id: string;
  email: string;
  plan: string;
  images: number;
  since: string;
}

const names = ['anna.weber', 'min-jun.kim', 'jeanne.marchand', 'ivan.petrov', 'sofia.garcia', 'kenji.sato', 'li.na'];

/** Generates the n-th member from its number alone. */
function member(at: number): Member {
  const since = new Date(Date.UTC(2026, 10, 23 - (at % 300)));
  return {
    id: `member-${at}`,
    email: `${names[at % names.length]}.${at}@example.com`,
    plan: at % 4 === 0 ? 'Studio' : 'Free',
    images: (at * 7919) % 1300,
    since: since.toISOString().slice(0, 10),
  };
}

const members = (count: number, from = 0) => Array.from({ length: count }, (_, at) => member(from + at));

const columns: DataColumn<Member>[] = [
  { id: 'email', header: 'Email', cell: ({ email }) => email, sortable: true, sortValue: ({ email }) => email },
  {
    id: 'plan',
    header: 'Plan',
    cell: ({ plan }) => <Badge tone={plan === 'Studio' ? 'success' : 'neutral'}>{plan}</Badge>,
  },
  {
    id: 'images',
    header: 'Images',
    numeric: true,
    cell: ({ images }) => images.toLocaleString('en'),
    sortable: true,
    sortValue: ({ images }) => images,
  },
  { id: 'since', header: 'Registered', cell: ({ since }) => since },
];

const labels = {
  rowActions: ({ email }: Member) => `Actions for ${email}`,
  selectAll: 'Select all on this page',
  selectRow: ({ email }: Member) => `Select ${email}`,
  paging: 'Pages of members',
  previous: 'Previous',
  next: 'Next',
};

const meta = {
  title: 'Data/DataTable',
  component: DataTable<Member>,
  tags: ['!autodocs'],
  args: {
    caption: 'Members',
    columns,
    rows: members(10),
    rowId: ({ id }) => id,
    labels,
    status: '10 members',
    empty: (
      <EmptyState figure={<SearchX />} title="No member has this email" headingLevel={3} className="py-4">
        Only the beginning of an email or a username is searched.
      </EmptyState>
    ),
  },
} satisfies Meta<DataTableProps<Member>>;

export default meta;
type Story = StoryObj<typeof meta>;

export const TenRows: Story = {
  tags: ['!test'],
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('table', { name: 'Members' })).toBeVisible();
    await expect(canvas.getAllByRole('rowheader')).toHaveLength(10);
    await expect(getComputedStyle(canvas.getByRole('cell', { name: '119' })).textAlign).toBe('end');
  },
};

export const SortedByTheBrowser: Story = {
  play: async ({ canvas, userEvent }) => {
    const header = canvas.getByRole('columnheader', { name: 'Images' });
    await userEvent.click(canvas.getByRole('button', { name: 'Images' }));
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await expect(canvas.getAllByRole('rowheader')[0]).toHaveTextContent('anna.weber.0@example.com');
    await userEvent.click(canvas.getByRole('button', { name: 'Images' }));
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    // 9 · 7919 − 54 · 1300 = 1071, the largest value of the ten.
    await expect(canvas.getAllByRole('rowheader')[0]).toHaveTextContent('jeanne.marchand.9@example.com');
    await expect(canvas.getByRole('columnheader', { name: 'Plan' })).not.toHaveAttribute('aria-sort');
  },
};

/** The server sorts and pages. The table requests a page and shows the rows it receives. */
export const TenThousandRows: Story = {
  render: (args) => <Paged {...args} />,
  play: async ({ canvas, userEvent }) => {
    const previous = () => canvas.getByRole('button', { name: 'Previous' });
    await expect(previous()).toBeDisabled();
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await expect(canvas.getByText('51–100 of more than 1,000')).toBeVisible();
    await expect(canvas.getAllByRole('rowheader')[0]).toHaveTextContent('min-jun.kim.50@example.com');
    await userEvent.click(previous());
    await expect(canvas.getAllByRole('rowheader')[0]).toHaveTextContent('anna.weber.0@example.com');
    await userEvent.click(canvas.getByRole('button', { name: 'Email' }));
    await expect(canvas.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'descending');
    await expect(canvas.getAllByRole('rowheader')[0]).toHaveTextContent('ivan.petrov.9999@example.com');
  },
};

export const Selection: Story = {
  render: (args) => <Selecting {...args} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Select min-jun.kim.1@example.com' }));
    await expect(canvas.getByText('1 chosen')).toBeVisible();
    await expect(canvas.getByRole('checkbox', { name: 'Select all on this page' })).toBePartiallyChecked();
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Select all on this page' }));
    await expect(canvas.getByText('10 chosen')).toBeVisible();
  },
};

export const RowActions: Story = {
  args: {
    rowActions: ({ email }) =>
      email.startsWith('anna') ? null : <DropdownMenuItem onSelect={fn()}>Disable the account</DropdownMenuItem>,
  },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.queryByRole('button', { name: 'Actions for anna.weber.0@example.com' })).toBeNull();
    canvas.getByRole('button', { name: 'Actions for min-jun.kim.1@example.com' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Disable the account' })).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  },
};

export const Dense: Story = { tags: ['!test'], args: { dense: true, rows: members(30) } };

export const StickyHead: Story = {
  args: { rows: members(50), className: 'max-h-60', status: undefined },
  play: async ({ canvas }) => {
    const frame = await canvas.findByRole('region', { name: 'Members' });
    frame.scrollTop = 400;
    const head = canvas.getByRole('columnheader', { name: 'Email' });
    await waitFor(() => expect(head.getBoundingClientRect().top).toBeCloseTo(frame.getBoundingClientRect().top, 0));
  },
};

export const Loading: Story = {
  args: { rows: [], state: 'loading' },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvasElement.querySelector('[aria-busy=true]')).not.toBeNull();
    await expect(canvas.queryByText('No member has this email')).toBeNull();
    await expect(canvas.queryByText('10 members')).toBeNull();
  },
};

export const LoadingMore: Story = { tags: ['!test'], args: { state: 'loading' } };

export const Empty: Story = { tags: ['!test'], args: { rows: [], status: undefined } };

export const Failed: Story = {
  args: {
    rows: [],
    state: 'failed',
    failure: (
      <Banner tone="danger" title="The members did not come" actions={<Button size="sm">Try again</Button>}>
        The database could not be reached.
      </Banner>
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('The members did not come');
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

const german = ['E-Mail-Adresse', 'Mitgliedschaftstarif', 'Freigestellte Bilder', 'Registrierungszeitpunkt'];
const russian = ['Адрес электронной почты', 'Тарифный план', 'Обработанные изображения', 'Дата регистрации'];
const withHeaders = (headers: string[]) => columns.map((each, at) => ({ ...each, header: headers[at] ?? '' }));

export const LongestLanguage: Story = {
  tags: ['!test'],
  globals: { locale: 'de' },
  args: { columns: withHeaders(german), caption: 'Mitglieder', status: '10 Mitglieder' },
};

/** The first column stays visible while the others scroll. */
export const Phone: Story = {
  globals: { locale: 'ru', viewport: { value: 'phone' } },
  args: { columns: withHeaders(russian), caption: 'Пользователи', status: '10 пользователей' },
  render: (args) => (
    <div className="max-w-90">
      <DataTable {...args} />
    </div>
  ),
  play: async ({ canvas }) => {
    const frame = await canvas.findByRole('region', { name: 'Пользователи' });
    await expect(frame.scrollWidth).toBeGreaterThan(frame.clientWidth);
    frame.scrollLeft = 200;
    const [first] = canvas.getAllByRole('rowheader');
    await waitFor(() => expect(first?.getBoundingClientRect().left).toBeCloseTo(frame.getBoundingClientRect().left, 0));
  },
};

export const Dark: Story = {
  tags: ['!test'],
  globals: { theme: 'dark' },
  args: { rowActions: () => <DropdownMenuItem>Disable the account</DropdownMenuItem>, selected: ['member-2'] },
};

const pageSize = 50;
const all = members(10_000);

function Paged(args: DataTableProps<Member>) {
  const [from, setFrom] = useState(0);
  const [sorting, setSorting] = useState<DataSorting>({ column: 'email', direction: 'asc' });
  const rows = (sorting.direction === 'asc' ? all : all.toReversed()).slice(from, from + pageSize);
  return (
    <DataTable
      {...args}
      className="max-h-100"
      rows={rows}
      sorting={sorting}
      onSort={(next) => {
        setSorting(next);
        setFrom(0);
      }}
      status={`${from + 1}–${from + rows.length} of more than 1,000`}
      {...(from > 0 && { onPrevious: () => setFrom(from - pageSize) })}
      onNext={() => setFrom(from + pageSize)}
    />
  );
}

function Selecting(args: DataTableProps<Member>) {
  const [selected, setSelected] = useState<string[]>([]);
  return <DataTable {...args} selected={selected} onSelect={setSelected} status={`${selected.length} chosen`} />;
}
