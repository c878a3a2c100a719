import type { Meta, StoryObj } from '@storybook/react-vite';
import { AtSign, Copy, Search } from 'lucide-react';
import { useState } from 'react';
import { expect, fn } from 'storybook/test';

import { IconButton } from '../icon-button/icon-button.tsx';
import { Input } from './input.tsx';

const meta = {
  title: 'Forms/Input',
  component: Input,
  tags: ['!autodocs'],
  args: { 'aria-label': 'File name', placeholder: 'white-tiger', className: 'max-w-80', onValueChange: fn() },
} satisfies Meta<typeof Input>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const input = canvas.getByRole('textbox', { name: 'File name' });
    await userEvent.type(input, 'tiger');
    await expect(args.onValueChange).toHaveBeenLastCalledWith('tiger');
    await expect(input).toHaveValue('tiger');
  },
};

export const Filled: Story = { args: { defaultValue: 'white-tiger-03' } };

export const Sizes: Story = {
  render: (args) => (
    <div className="flex flex-col gap-3">
      <Input {...args} size="sm" defaultValue="white-tiger-03" />
      <Input {...args} defaultValue="white-tiger-03" />
      <Input {...args} size="lg" defaultValue="white-tiger-03" />
    </div>
  ),
};

export const Email: Story = {
  args: {
    'aria-label': 'Email',
    type: 'email',
    autoComplete: 'email',
    startIcon: <AtSign />,
    defaultValue: 'mei@atelier-nord.example',
  },
};

export const NumberWithUnit: Story = {
  args: { 'aria-label': 'Long side', type: 'number', min: 16, max: 8192, defaultValue: 2048, endSlot: 'px' },
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('spinbutton', { name: 'Long side' });
    await userEvent.click(canvas.getByText('px'));
    await expect(input).toHaveFocus();
  },
};

/** The clear button is shown only while there is text. */
export const Searching: Story = {
  args: {
    'aria-label': 'Find a photo',
    type: 'search',
    placeholder: 'Find a photo',
    startIcon: <Search />,
    clearLabel: 'Empty the search',
  },
  play: async ({ args, canvas, userEvent }) => {
    const input = canvas.getByRole('searchbox');
    await expect(canvas.queryByRole('button')).toBeNull();
    await userEvent.type(input, 'tiger');
    await userEvent.click(canvas.getByRole('button', { name: 'Empty the search' }));
    await expect(input).toHaveValue('');
    await expect(input).toHaveFocus();
    await expect(args.onValueChange).toHaveBeenLastCalledWith('');
    await expect(canvas.queryByRole('button')).toBeNull();
    await userEvent.type(input, 'tiger');
  },
};

/** In a controlled input the clear button calls `onValueChange`. */
export const Controlled: Story = {
  render: function Controlled(args) {
    const [query, setQuery] = useState('tiger');
    return (
      <div className="flex flex-col gap-2">
        <Input {...args} type="search" clearLabel="Empty the search" value={query} onValueChange={setQuery} />
        <output className="text-13 text-soft">Looking for “{query}”</output>
      </div>
    );
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Empty the search' }));
    await expect(canvas.getByText('Looking for “”')).toBeVisible();
  },
};

export const WithButton: Story = {
  args: {
    'aria-label': 'Link to the project',
    readOnly: true,
    defaultValue: 'https://isola.example/p/8f3k2',
    endSlot: (
      <IconButton label="Copy the link" size="sm" className="-me-2.5">
        <Copy />
      </IconButton>
    ),
  },
};

export const ReadOnly: Story = {
  args: { readOnly: true, defaultValue: 'sRGB IEC61966-2.1' },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox'), 'P3');
    await expect(args.onValueChange).not.toHaveBeenCalled();
  },
};

export const Disabled: Story = {
  args: { disabled: true, defaultValue: 'white-tiger-03', startIcon: <Search />, endSlot: '.png' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toBeDisabled();
  },
};

export const Invalid: Story = {
  args: { invalid: true, defaultValue: 'white/tiger' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toBeInvalid();
  },
};

/** The icon is not in the tab order. Tab moves to the text, then to the button. */
export const Keyboard: Story = {
  args: { ...Searching.args, defaultValue: 'tiger' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('searchbox')).toHaveFocus();
    await userEvent.tab();
    await expect(canvas.getByRole('button')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByRole('searchbox')).toHaveFocus();
    await expect(canvas.getByRole('searchbox')).toHaveValue('');
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    'aria-label': 'Dateiname',
    className: 'max-w-56',
    defaultValue: 'Produktaufnahme-Winterkollektion-freigestellt',
    endSlot: '.png',
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    'aria-label': '查找照片',
    type: 'search',
    placeholder: '按文件名查找照片',
    startIcon: <Search />,
    clearLabel: '清空',
  },
};

export const RightToLeft: Story = {
  render: (args) => (
    <div dir="rtl">
      <Input {...args} startIcon={<Search />} clearLabel="Empty the search" defaultValue="نمر أبيض" lang="ar" />
    </div>
  ),
};

export const States: Story = {
  render: (args) => (
    <div className="flex flex-col gap-3">
      <Input {...args} />
      <Input {...args} defaultValue="white-tiger-03" startIcon={<Search />} clearLabel="Empty" />
      <Input {...args} defaultValue="white/tiger" invalid />
      <Input {...args} defaultValue="sRGB IEC61966-2.1" readOnly />
      <Input {...args} defaultValue="white-tiger-03" disabled endSlot=".png" />
    </div>
  ),
};

export const Dark: Story = { ...States, globals: { theme: 'dark' } };
export const Phone: Story = { ...States, globals: { viewport: { value: 'phone' } } };
