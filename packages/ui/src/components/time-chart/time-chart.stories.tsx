/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

import { Banner } from '../banner/banner.tsx';
import { Button } from '../button/button.tsx';
import { TimeChart, type TimePoint } from './time-chart.tsx';

/** Generates days up to 23 November 2026, with values computed from the day alone. */
function days(count: number, series = 1): TimePoint[] {
  return Array.from({ length: count }, (_, at) => ({
    at: new Date(Date.UTC(2026, 10, 23 - count + 1 + at)),
    values: Array.from({ length: series }, (_, each) => ((at + 3) * (17 + each * 5)) % 41),
  }));
}

const date = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  return (at: Date) => format.format(at);
};

const meta = {
  title: 'Data/TimeChart',
  component: TimeChart,
  tags: ['!autodocs'],
  args: {
    title: 'Images per day',
    summary: '128 images, 31 more than last week',
    series: ['Images'],
    points: days(30),
    formatValue: (value) => `${value.toLocaleString('en')} images`,
    formatAxis: (value) => value.toLocaleString('en'),
    formatAt: date('en', { dateStyle: 'long' }),
    formatTick: date('en', { day: 'numeric', month: 'short' }),
    labels: { at: 'Day', table: 'Show as a table' },
    empty: 'No images yet. They appear here a minute after they were counted.',
  },
} satisfies Meta<typeof TimeChart>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Line: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    await expect(canvas.getByRole('figure', { name: 'Images per day' })).toBeVisible();
    const slider = canvas.getByRole('slider', { name: 'Images per day' });
    await userEvent.tab();
    await expect(slider).toHaveFocus();
    // (29 + 3) · 17 = 544 = 13 · 41 + 11
    await expect(slider).toHaveAttribute('aria-valuetext', 'November 23, 2026: 11 images');
    await userEvent.keyboard('{Home}');
    await expect(slider).toHaveAttribute('aria-valuetext', 'October 25, 2026: 10 images');
    await userEvent.keyboard('{ArrowRight}');
    await expect(slider).toHaveAttribute('aria-valuetext', 'October 26, 2026: 27 images');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect(slider).toHaveAttribute('aria-valuenow', '1');
    slider.blur();
    await expect(canvasElement.querySelectorAll('style')).toHaveLength(0);
  },
};

export const AsATable: Story = {
  args: { points: days(7) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('Show as a table'));
    await expect(canvas.getByRole('table', { name: 'Images per day' })).toBeVisible();
    await expect(canvas.getAllByRole('rowheader')).toHaveLength(7);
    // (6 + 3) · 17 = 153 = 3 · 41 + 30
    await expect(canvas.getByRole('row', { name: /^November 23, 2026/ })).toHaveTextContent('30 images');
  },
};

export const Bars: Story = { tags: ['!test'], args: { kind: 'bars' } };

export const StackedBars: Story = {
  args: { kind: 'bars', series: ['On the device', 'AI pictures'], points: days(30, 2) },
};

export const NinetyDays: Story = {
  args: { points: days(90), kind: 'bars', formatTick: date('zh', { year: 'numeric', month: 'long', day: 'numeric' }) },
  play: async ({ canvasElement }) => {
    const ticks = [...canvasElement.querySelectorAll<SVGTextElement>('text[data-tick]')];
    await expect(ticks.at(-1)).toHaveTextContent('2026年11月23日');
    for (const tick of ticks) {
      const { x, width } = tick.getBBox();
      await expect(x + width).toBeLessThanOrEqual((tick.ownerSVGElement?.viewBox.baseVal.width ?? 0) + 0.5);
    }
  },
};

export const OneDay: Story = { tags: ['!test'], args: { points: days(1) } };

export const Zeros: Story = {
  tags: ['!test'],
  args: { points: days(30).map(({ at }) => ({ at, values: [0] })), summary: '0 images, as last week' },
};

export const Empty: Story = {
  args: { points: [] },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^No images yet/)).toBeVisible();
    await expect(canvas.queryByRole('slider')).toBeNull();
  },
};

export const Loading: Story = { tags: ['!test'], args: { points: [], state: 'loading' } };

export const Failed: Story = {
  tags: ['!test'],
  args: {
    points: [],
    state: 'failed',
    failure: <Banner tone="danger" title="The figures did not come" actions={<Button size="sm">Try again</Button>} />,
  },
};

export const Money: Story = {
  tags: ['!test'],
  globals: { locale: 'de' },
  args: {
    title: 'Einnahmen je Monat',
    summary: '4.211,00 € in diesem Zeitraum, 310,50 € mehr als im vorherigen',
    series: ['Einnahmen'],
    kind: 'bars',
    points: days(12).map(({ values }, at) => ({
      at: new Date(Date.UTC(2025, 11 + at, 1)),
      values: values.map((value) => value * 1234),
    })),
    formatValue: (value) => value.toLocaleString('de', { style: 'currency', currency: 'EUR' }),
    formatAxis: (value) =>
      value.toLocaleString('de', { style: 'currency', currency: 'EUR', notation: 'compact', maximumFractionDigits: 1 }),
    formatAt: date('de', { month: 'long', year: 'numeric' }),
    formatTick: date('de', { month: 'short' }),
    labels: { at: 'Monat', table: 'Als Tabelle zeigen' },
  },
};

export const Phone: Story = {
  tags: ['!test'],
  ...Money,
  globals: { locale: 'de', viewport: { value: 'phone' } },
  render: (args) => (
    <div className="max-w-90">
      <TimeChart {...args} />
    </div>
  ),
};

export const Dark: Story = { tags: ['!test'], ...StackedBars, globals: { theme: 'dark' } };
