/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

import { Badge } from '../badge/badge.tsx';
import { Button } from '../button/button.tsx';
import { PriceCard } from './price-card.tsx';

const labels = { includedLabel: 'included:', excludedLabel: 'not included:' };

const meta = {
  title: 'Data/PriceCard',
  component: PriceCard,
  tags: ['!autodocs'],
  args: {
    ...labels,
    name: 'Studio',
    price: '€9',
    period: 'a month',
    description: 'For whoever cuts out pictures every day.',
    features: [
      { text: 'Cutting out on your device, without limit', included: true },
      { text: 'Batches of 500 photos', included: true },
      { text: '200 AI backgrounds a month', included: true },
      { text: 'Shared presets', included: false },
    ],
    action: (
      <Button asChild>
        <a href="#studio">Choose Studio</a>
      </Button>
    ),
    note: 'VAT included. Ends with any month.',
    className: 'max-w-80',
  },
} satisfies Meta<typeof PriceCard>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'Studio', level: 3 })).toBeVisible();
    const features = canvas.getAllByRole('listitem').map((item) => item.textContent);
    await expect(features[0]).toBe('included: Cutting out on your device, without limit');
    await expect(features[3]).toBe('not included: Shared presets');
  },
};

export const Featured: Story = {
  args: { featured: true, badge: <Badge tone="accent">2 months free</Badge> },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector('[data-slot=cut-line]')).toHaveAttribute('data-state', 'still');
    await expect(canvasElement.querySelector('[data-slot=price-card]')).toHaveAttribute('data-state', 'featured');
  },
};

export const WithoutAction: Story = { args: { action: undefined, note: undefined, description: undefined } };

/** Cards in a row, as on the pricing page. */
export const Row: Story = {
  tags: ['visual'],
  parameters: { layout: 'padded' },
  render: (args) => (
    <div className="grid gap-4 md:grid-cols-3">
      <PriceCard
        {...labels}
        name="Free"
        price="€0"
        period="for good"
        description="For a photo now and then."
        features={[
          { text: 'Cutting out on your device, without limit', included: true },
          { text: 'Batches of 50 photos', included: true },
          { text: 'AI backgrounds', included: false },
          { text: 'Shared presets', included: false },
        ]}
        action={<Button>Begin</Button>}
      />
      <PriceCard {...args} className="" featured action={<Button variant="primary">Choose Studio</Button>} />
      <PriceCard
        {...labels}
        name="Shop"
        price="€29"
        period="a month"
        description="For teams with a catalogue."
        features={[
          { text: 'Cutting out on your device, without limit', included: true },
          { text: 'Batches of 5,000 photos', included: true },
          { text: '2,000 AI backgrounds a month', included: true },
          { text: 'Shared presets', included: true },
        ]}
        action={<Button>Choose Shop</Button>}
        note="VAT included. Ends with any month. Each further seat €6."
      />
    </div>
  ),
  play: async ({ canvas, canvasElement }) => {
    const cards = [...canvasElement.querySelectorAll('[data-slot=price-card]')];
    if (window.innerWidth < 768) return;
    await expect(new Set(cards.map((card) => card.getBoundingClientRect().height)).size).toBe(1);
    await expect(new Set(canvas.getAllByRole('button').map((action) => action.getBoundingClientRect().top)).size).toBe(
      1,
    );
  },
};

export const Keyboard: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('link', { name: 'Choose Studio' })).toHaveFocus();
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    includedLabel: 'enthalten:',
    excludedLabel: 'nicht enthalten:',
    name: 'Gewerbetreibende',
    price: '1.299,00 €',
    period: 'pro Kalenderjahr',
    description: 'Für Fotostudios und Versandhandelsunternehmen.',
    features: [
      { text: 'Unbegrenztes Freistellen auf Ihrem eigenen Gerät', included: true },
      { text: 'Stapelverarbeitung von 5.000 Fotografien', included: true },
      { text: 'Gemeinsam genutzte Voreinstellungen', included: false },
    ],
    action: <Button>Gewerbetarif auswählen</Button>,
    note: 'Einschließlich Mehrwertsteuer, zum Monatsende kündbar.',
    badge: <Badge tone="accent">zwei Monate geschenkt</Badge>,
    featured: true,
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    includedLabel: '包含：',
    excludedLabel: '不包含：',
    name: '工作室版',
    price: '¥66',
    period: '每月',
    description: '适合每天都要抠图的人。',
    features: [
      { text: '在你的设备上抠图，不限次数', included: true },
      { text: '每批 500 张照片', included: true },
      { text: '每月 200 张 AI 背景', included: true },
      { text: '团队共用预设', included: false },
    ],
    action: <Button variant="primary">选择工作室版</Button>,
    note: '含税，可随时在月底停用。',
    featured: true,
  },
};

export const Phone: Story = { ...Row, tags: ['!visual'], globals: { viewport: { value: 'phone' } } };
export const Dark: Story = { ...Row, globals: { theme: 'dark' } };
