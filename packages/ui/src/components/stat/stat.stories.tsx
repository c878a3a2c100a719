import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

import { Stat } from './stat.tsx';

const meta = {
  title: 'Data/Stat',
  component: Stat,
  tags: ['!autodocs'],
  args: { label: 'Photos cut out this month', value: '1,240', className: 'max-w-70' },
} satisfies Meta<typeof Stat>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('term')).toHaveTextContent('Photos cut out this month');
    await expect(getComputedStyle(canvas.getByText('1,240')).fontVariantNumeric).toBe('tabular-nums');
  },
};

export const WithUnit: Story = { args: { label: 'Time to the first result', value: '1.4', unit: 's' } };

export const Up: Story = {
  args: { change: { direction: 'up', directionLabel: 'up', text: '12 % since October', tone: 'success' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('up')).toHaveClass('sr-only');
  },
};

export const Down: Story = {
  args: {
    label: 'Members',
    value: '318',
    change: { direction: 'down', directionLabel: 'down', text: '4 since October', tone: 'danger' },
  },
};

export const Flat: Story = {
  args: {
    label: 'Refunds',
    value: '2',
    change: { direction: 'flat', directionLabel: 'unchanged', text: 'as in October' },
  },
};

export const WithMeter: Story = {
  args: {
    label: 'AI backgrounds',
    value: '143',
    unit: 'of 200',
    meter: { value: 143, max: 200, label: 'Used of this month’s AI backgrounds', valueText: '143 of 200' },
  },
  play: async ({ canvas }) => {
    const meter = canvas.getByRole('meter', { name: 'Used of this month’s AI backgrounds' });
    await expect(meter).toHaveAttribute('aria-valuenow', '143');
    await expect(meter).toHaveAttribute('aria-valuemax', '200');
    const bar = meter.querySelector('rect')?.getBoundingClientRect().width ?? 0;
    await expect(bar / meter.getBoundingClientRect().width).toBeCloseTo(0.715, 2);
  },
};

export const Loading: Story = {
  args: { ...WithMeter.args, ...Up.args, loading: true },
  play: async ({ canvasElement }) => {
    const stat = canvasElement.querySelector('[data-slot=stat]');
    await expect(stat).toHaveAttribute('aria-busy', 'true');
    await expect(stat).toHaveAttribute('data-state', 'loading');
  },
};

/** Figures in a row, as on the overview page. The layout does not shift when the figures load. */
export const Row: Story = {
  parameters: { layout: 'padded' },
  render: () => (
    <div className="grid gap-x-8 gap-y-6 border-y border-line py-5 sm:grid-cols-4">
      <Stat
        label="Revenue"
        value="€4,312"
        change={{ direction: 'up', directionLabel: 'up', text: '12 % since October', tone: 'success' }}
      />
      <Stat
        label="Members"
        value="318"
        change={{ direction: 'down', directionLabel: 'down', text: '4 since October', tone: 'danger' }}
      />
      <Stat label="AI backgrounds" value="143" unit="of 200" meter={{ value: 143, max: 200, label: 'Used' }} />
      <Stat loading label="Refunds" value="" change={{ direction: 'flat', directionLabel: 'unchanged', text: '' }} />
    </div>
  ),
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    label: 'Freigestellte Fotografien im laufenden Abrechnungszeitraum',
    value: '1.240.318',
    unit: 'Fotografien',
    change: { direction: 'up', directionLabel: 'gestiegen', text: '12 % gegenüber dem Vormonat', tone: 'success' },
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    label: '本月抠图',
    value: '1,240',
    unit: '张',
    change: { direction: 'up', directionLabel: '上升', text: '比 10 月多 12%', tone: 'success' },
  },
};

export const Phone: Story = { ...Row, globals: { viewport: { value: 'phone' } } };
export const Dark: Story = { ...Row, globals: { theme: 'dark' } };
