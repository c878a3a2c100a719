/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn } from 'storybook/test';

import { Field } from '../field/field.tsx';
import { Select, SelectGroup, SelectOption } from './select.tsx';

const formats = (
  <>
    <SelectOption value="png">PNG, with transparency</SelectOption>
    <SelectOption value="webp">WebP, with transparency</SelectOption>
    <SelectOption value="jpeg">JPEG, on a white ground</SelectOption>
  </>
);

const sizes = (
  <>
    <SelectOption value="original">As large as the photo</SelectOption>
    <SelectGroup label="Marketplaces">
      <SelectOption value="amazon">Amazon, 2000 × 2000</SelectOption>
      <SelectOption value="etsy">Etsy, 2700 × 2025</SelectOption>
      <SelectOption value="taobao">Taobao, 800 × 800</SelectOption>
    </SelectGroup>
    <SelectGroup label="Documents">
      <SelectOption value="passport">Passport, 35 × 45 mm</SelectOption>
      <SelectOption value="visa" disabled>
        US visa, 51 × 51 mm
      </SelectOption>
    </SelectGroup>
  </>
);

const meta = {
  title: 'Forms/Select',
  component: Select,
  tags: ['!autodocs'],
  args: { 'aria-label': 'Format', className: 'max-w-72', children: formats, onValueChange: fn() },
} satisfies Meta<typeof Select>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const select = canvas.getByRole('combobox', { name: 'Format' });
    await expect(select).toHaveValue('png');
    await userEvent.selectOptions(select, 'JPEG, on a white ground');
    await expect(args.onValueChange).toHaveBeenLastCalledWith('jpeg');
    await expect(select).toHaveValue('jpeg');
  },
};

export const Placeholder: Story = {
  args: { placeholder: 'Choose a format' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('combobox')).toHaveDisplayValue('Choose a format');
  },
};

export const Groups: Story = { args: { 'aria-label': 'Size', children: sizes, defaultValue: 'amazon' } };

export const Controlled: Story = {
  render: function Controlled(args) {
    const [format, setFormat] = useState('webp');
    return <Select {...args} value={format} onValueChange={setFormat} />;
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole('combobox'), 'png');
    await expect(canvas.getByRole('combobox')).toHaveValue('png');
  },
};

export const Sizes: Story = {
  render: (args) => (
    <div className="flex flex-col gap-3">
      <Select {...args} size="sm" />
      <Select {...args} />
      <Select {...args} size="lg" />
    </div>
  ),
};

export const States: Story = {
  render: (args) => (
    <div className="flex flex-col gap-3">
      <Select {...args} placeholder="Choose a format" />
      <Select {...args} defaultValue="jpeg" />
      <Select {...args} defaultValue="jpeg" invalid />
      <Select {...args} defaultValue="jpeg" disabled />
    </div>
  ),
};

export const InField: Story = {
  render: (args) => (
    <Field label="Format" error="JPEG cannot be transparent. Choose PNG, or give it a ground." className="max-w-72">
      <Select {...args} aria-label={undefined} defaultValue="jpeg" />
    </Field>
  ),
  play: async ({ canvas }) => {
    const select = canvas.getByRole('combobox', { name: 'Format' });
    await expect(select).toBeInvalid();
    await expect(select).toHaveAccessibleDescription('JPEG cannot be transparent. Choose PNG, or give it a ground.');
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    'aria-label': 'Ausgabegröße',
    className: 'max-w-56',
    children: <SelectOption>Bewerbungsfotoabmessungen, 45 × 60 mm</SelectOption>,
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    'aria-label': '格式',
    children: (
      <>
        <SelectOption value="png">PNG，保留透明</SelectOption>
        <SelectOption value="jpeg">JPEG，白色背景</SelectOption>
      </>
    ),
  },
};

export const RightToLeft: Story = {
  render: (args) => (
    <div dir="rtl">
      <Select {...args} />
    </div>
  ),
};

export const Dark: Story = { ...States, globals: { theme: 'dark' } };
export const Phone: Story = { ...States, globals: { viewport: { value: 'phone' } } };
