/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { SearchX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { expect } from 'storybook/test';

import { Badge } from '../badge/badge.tsx';
import { Button } from '../button/button.tsx';
import { EmptyState } from '../empty-state/empty-state.tsx';
import { Skeleton } from '../skeleton/skeleton.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableEmpty,
  TableHead,
  TableHeader,
  TableRow,
  type SortDirection,
} from './table.tsx';

interface Order {
  id: string;
  person: string;
  plan: string;
  pictures: number;
  euros: number;
  paid: boolean;
}

const orders: Order[] = [
  { id: 'IS-2041', person: 'Anna Weber', plan: 'Studio', pictures: 1240, euros: 29, paid: true },
  { id: 'IS-2042', person: '王小明', plan: 'Shop', pictures: 318, euros: 9, paid: true },
  { id: 'IS-2043', person: 'Kim Min-jun', plan: 'Studio', pictures: 96, euros: 29, paid: false },
  { id: 'IS-2044', person: 'Jeanne Marchand', plan: 'Shop', pictures: 5020, euros: 9, paid: true },
];

const words = {
  caption: 'Orders in November 2026',
  columns: ['Order', 'Person', 'Plan', 'Pictures', 'Amount', 'State'],
  paid: 'paid',
  due: 'due',
};

const meta = {
  title: 'Data/Table',
  component: Table,
  tags: ['!autodocs'],
  args: { caption: words.caption, children: <Orders rows={orders} /> },
} satisfies Meta<typeof Table>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  tags: ['visual'],
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('table', { name: 'Orders in November 2026' })).toBeVisible();
    await expect(canvas.getByRole('rowheader', { name: 'IS-2043' })).toBeVisible();
    const figure = canvas.getByRole('cell', { name: '1,240' });
    await expect(getComputedStyle(figure).textAlign).toBe('end');
    await expect(getComputedStyle(figure).fontVariantNumeric).toBe('tabular-nums');
  },
};

export const Sortable: Story = {
  render: (args) => <SortableOrders {...args} />,
  play: async ({ canvas, userEvent }) => {
    const header = (name: string) => canvas.getByRole('columnheader', { name });
    await expect(header('Pictures')).toHaveAttribute('aria-sort', 'none');
    await userEvent.click(canvas.getByRole('button', { name: 'Pictures' }));
    await expect(header('Pictures')).toHaveAttribute('aria-sort', 'ascending');
    await expect(firstOrder(canvas.getAllByRole('rowheader'))).toBe('IS-2043');
    await userEvent.click(canvas.getByRole('button', { name: 'Pictures' }));
    await expect(header('Pictures')).toHaveAttribute('aria-sort', 'descending');
    await expect(firstOrder(canvas.getAllByRole('rowheader'))).toBe('IS-2044');
    await expect(header('Order')).toHaveAttribute('aria-sort', 'none');
    await expect(header('State')).not.toHaveAttribute('aria-sort');
  },
};

export const Keyboard: Story = {
  ...Sortable,
  play: async ({ canvas, userEvent }) => {
    // Focused directly and not with Tab, because in a container too narrow for the table its frame comes first in the
    // tab order.
    canvas.getByRole('button', { name: 'Order' }).focus();
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Pictures' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByRole('columnheader', { name: 'Pictures' })).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.keyboard(' ');
    await expect(canvas.getByRole('columnheader', { name: 'Pictures' })).toHaveAttribute('aria-sort', 'descending');
    await expect(canvas.getByRole('button', { name: 'Pictures' })).toHaveFocus();
  },
};

/** A table with a fixed height: the head stays visible, and the keyboard can scroll. */
export const Scrolling: Story = {
  args: {
    className: 'max-h-60',
    children: (
      <Orders rows={[...orders, ...orders, ...orders].map((order, at) => ({ ...order, id: `IS-${2041 + at}` }))} />
    ),
  },
  play: async ({ canvas, userEvent }) => {
    const frame = await canvas.findByRole('region', { name: 'Orders in November 2026' });
    await userEvent.tab();
    await expect(frame).toHaveFocus();
    frame.scrollTop = 120;
    const head = canvas.getByRole('columnheader', { name: 'Order' });
    await expect(head.getBoundingClientRect().top).toBeCloseTo(frame.getBoundingClientRect().top, 0);
  },
};

export const Selected: Story = {
  args: {
    captionHidden: true,
    children: (
      <>
        <TableHead>
          <TableRow>
            <TableHeader>File</TableHeader>
            <TableHeader numeric>Size</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          <TableRow selected>
            <TableHeader scope="row">tiger.jpg</TableHeader>
            <TableCell numeric>4.2 MB</TableCell>
          </TableRow>
          <TableRow>
            <TableHeader scope="row">kettle.png</TableHeader>
            <TableCell numeric>18.7 MB</TableCell>
          </TableRow>
        </TableBody>
      </>
    ),
  },
};

export const Empty: Story = {
  args: {
    children: (
      <>
        <Columns />
        <TableBody>
          <TableEmpty columns={6}>
            <EmptyState
              figure={<SearchX />}
              title="No order bears this number"
              headingLevel={3}
              action={<Button size="sm">Show all orders</Button>}
              className="py-4"
            />
          </TableEmpty>
        </TableBody>
      </>
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('cell')).toHaveAttribute('colspan', '6');
  },
};

export const Loading: Story = {
  args: {
    'aria-busy': true,
    children: (
      <>
        <Columns />
        <TableBody>
          {orders.map(({ id }) => (
            <TableRow key={id}>
              {words.columns.map((column) => (
                <TableCell key={column}>
                  <Skeleton className="my-0.5 h-4" />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </>
    ),
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    caption: 'Bestellungen im November 2026',
    children: (
      <Orders
        rows={orders}
        columns={['Bestellnummer', 'Auftraggeber', 'Tarif', 'Freigestellte Bilder', 'Rechnungsbetrag', 'Zahlungsstand']}
        locale="de"
        paid="beglichen"
        due="ausstehend"
      />
    ),
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    caption: '2026 年 11 月的订单',
    children: (
      <Orders
        rows={orders}
        columns={['订单', '姓名', '方案', '图片数', '金额', '状态']}
        locale="zh"
        paid="已付"
        due="待付"
      />
    ),
  },
};

/** The table is wider than the phone. Its frame scrolls sideways, by touch or with the arrow keys. */
export const Phone: Story = {
  ...LongestLanguage,
  render: (args) => (
    <div className="max-w-90">
      <Table {...args} />
    </div>
  ),
  globals: { locale: 'de', viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    const frame = await canvas.findByRole('region', { name: 'Bestellungen im November 2026' });
    await expect(frame).toHaveAttribute('data-state', 'scrolling');
    await expect(frame.scrollWidth).toBeGreaterThan(frame.clientWidth);
  },
};

export const Dark: Story = { ...Selected, globals: { theme: 'dark' } };
export const DarkOrders: Story = { ...Default, globals: { theme: 'dark' } };

function Columns({ columns = words.columns }: { columns?: string[] }) {
  return (
    <TableHead>
      <TableRow>
        {columns.map((column, at) => (
          <TableHeader key={column} numeric={at === 3 || at === 4}>
            {column}
          </TableHeader>
        ))}
      </TableRow>
    </TableHead>
  );
}

function Orders({
  rows,
  columns = words.columns,
  locale = 'en',
  paid = words.paid,
  due = words.due,
}: {
  rows: Order[];
  columns?: string[];
  locale?: string;
  paid?: string;
  due?: string;
}) {
  return (
    <>
      <Columns columns={columns} />
      <Rows rows={rows} locale={locale} paid={paid} due={due} />
    </>
  );
}

function Rows({ rows, locale, paid, due }: { rows: Order[]; locale: string; paid: string; due: string }) {
  const amount = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const count = new Intl.NumberFormat(locale);
  return (
    <TableBody>
      {rows.map((order) => (
        <TableRow key={order.id}>
          <TableHeader scope="row">{order.id}</TableHeader>
          <TableCell>{order.person}</TableCell>
          <TableCell>{order.plan}</TableCell>
          <TableCell numeric>{count.format(order.pictures)}</TableCell>
          <TableCell numeric>{amount.format(order.euros)}</TableCell>
          <TableCell>
            <Badge tone={order.paid ? 'success' : 'warning'}>{order.paid ? paid : due}</Badge>
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  );
}

function SortableOrders(args: { caption: ReactNode }) {
  const [{ column, direction }, setSorting] = useState<{ column: 'id' | 'pictures'; direction: SortDirection }>({
    column: 'id',
    direction: 'asc',
  });
  const rows = orders.toSorted((a, b) => {
    const order = column === 'id' ? a.id.localeCompare(b.id) : a.pictures - b.pictures;
    return direction === 'asc' ? order : -order;
  });
  const sorted = (name: 'id' | 'pictures') => ({
    sort: column === name ? direction : ('none' as const),
    onSort: (next: SortDirection) => setSorting({ column: name, direction: next }),
  });
  return (
    <Table caption={args.caption}>
      <TableHead>
        <TableRow>
          <TableHeader {...sorted('id')}>Order</TableHeader>
          <TableHeader>Person</TableHeader>
          <TableHeader>Plan</TableHeader>
          <TableHeader numeric {...sorted('pictures')}>
            Pictures
          </TableHeader>
          <TableHeader numeric>Amount</TableHeader>
          <TableHeader>State</TableHeader>
        </TableRow>
      </TableHead>
      <Rows rows={rows} locale="en" paid={words.paid} due={words.due} />
    </Table>
  );
}

function firstOrder(headers: HTMLElement[]) {
  return headers[0]?.textContent;
}
