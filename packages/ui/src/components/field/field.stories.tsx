import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect } from 'storybook/test';

import { hexOf, measureContrast } from '../../styles/measure-contrast.ts';
import { Input } from '../input/input.tsx';
import { Select } from '../select/select.tsx';
import { Textarea } from '../textarea/textarea.tsx';
import { Field, FieldLegend, FieldSet } from './field.tsx';

const meta = {
  title: 'Forms/Field',
  component: Field,
  tags: ['!autodocs'],
  args: { label: 'Project name', children: <Input defaultValue="Spring catalogue" />, className: 'max-w-96' },
} satisfies Meta<typeof Field>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('textbox', { name: 'Project name' });
    await expect(input).toBeValid();
    await expect(input).not.toHaveAttribute('aria-describedby');
    await userEvent.click(canvas.getByText('Project name'));
    await expect(input).toHaveFocus();
  },
};

export const WithHint: Story = {
  args: { hint: 'Exported files begin with it.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toHaveAccessibleDescription('Exported files begin with it.');
  },
};

export const Required: Story = {
  args: { label: 'Email', required: true, children: <Input type="email" autoComplete="email" /> },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toBeRequired();
  },
};

export const Optional: Story = {
  args: { label: 'Shop address', optionalLabel: 'optional', children: <Input type="url" placeholder="https://" /> },
};

/** The error is shown below the control, next to an icon. Screen readers read it with the control, before the hint. */
export const Invalid: Story = {
  args: {
    hint: 'Letters, digits and hyphens.',
    error: 'A slash cannot be part of a file’s name.',
    children: <Input defaultValue="Spring/Summer" />,
  },
  play: async ({ canvas }) => {
    const input = canvas.getByRole('textbox');
    await expect(input).toBeInvalid();
    await expect(input).toHaveAccessibleDescription(
      'A slash cannot be part of a file’s name. Letters, digits and hyphens.',
    );
  },
};

/** An error is announced as it appears, and is removed as soon as the value is valid. */
export const ErrorAppears: Story = {
  render: function ErrorAppears(args) {
    const [name, setName] = useState('Spring');
    return (
      <Field {...args} error={name.includes('/') ? 'A slash cannot be part of a file’s name.' : undefined}>
        <Input value={name} onValueChange={setName} />
      </Field>
    );
  },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.queryByRole('alert')).toBeNull();
    await userEvent.type(canvas.getByRole('textbox'), '/');
    await expect(canvas.getByRole('alert')).toHaveTextContent('A slash cannot be part of a file’s name.');
    const alert = canvas.getByRole('alert');
    await userEvent.type(canvas.getByRole('textbox'), 'Summer');
    await expect(canvas.getByRole('alert')).toBe(alert);
    await userEvent.clear(canvas.getByRole('textbox'));
    await expect(canvas.queryByRole('alert')).toBeNull();
    await expect(canvas.getByRole('textbox')).toBeValid();
  },
};

/** The focus ring has no hue, so that a focused field does not look like one with an error. */
export const FocusBesideError: Story = {
  tags: ['visual'],
  render: (args) => (
    <div className="flex max-w-80 flex-col gap-6">
      <Field {...args} label="Email">
        <Input type="email" />
      </Field>
      <Field {...args} label="Username" error="This name is taken.">
        <Input defaultValue="Mia" />
      </Field>
      <Field {...args} label="Plan" error="Choose a plan.">
        <Select placeholder="None yet" />
      </Field>
      <Field {...args} label="Message" error="Write a little more.">
        <Textarea defaultValue="Hello" />
      </Field>
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    const boxOf = (name: string) => canvas.getByLabelText(name).closest('[data-state]');
    const hueOf = (colour: string) => {
      const parts =
        hexOf(colour)
          .match(/[0-9a-f]{2}/g)
          ?.map((part) => Number.parseInt(part, 16)) ?? [];
      return Math.max(...parts) - Math.min(...parts);
    };
    const styleOf = (name: string) => getComputedStyle(boxOf(name) ?? document.body);
    await expect(styleOf('Email').outlineStyle).toBe('solid');
    await expect(hueOf(styleOf('Email').outlineColor)).toBeLessThan(20);
    await expect(measureContrast(styleOf('Email').outlineColor, styleOf('Email').backgroundColor)).toBeGreaterThan(3);
    for (const name of ['Username', 'Plan', 'Message']) {
      await expect(hueOf(styleOf(name).borderTopColor)).toBeGreaterThan(60);
      await expect(boxOf(name)?.querySelector('.lucide-circle-alert')).toBeVisible();
    }
    await expect(boxOf('Email')?.querySelector('.lucide-circle-alert')).toBeNull();
  },
};

export const FocusBesideErrorDark: Story = { ...FocusBesideError, globals: { theme: 'dark' } };

export const Horizontal: Story = {
  args: { className: 'max-w-160', orientation: 'horizontal' },
  render: (args) => (
    <div className="flex flex-col gap-6">
      <Field {...args} hint="Exported files begin with it." />
      <Field {...args} label="Shop address" optionalLabel="optional">
        <Input type="url" placeholder="https://" />
      </Field>
      <Field {...args} label="Notes for the studio" error="Shorten it by 12 characters.">
        <Textarea defaultValue="White ground, soft shadow to the left, subject at 85 % of the height." />
      </Field>
    </div>
  ),
};

export const Group: Story = {
  tags: ['visual'],
  render: () => (
    <FieldSet className="max-w-96">
      <FieldLegend>Invoice address</FieldLegend>
      <Field label="Company" optionalLabel="optional">
        <Input autoComplete="organization" />
      </Field>
      <Field label="Street and number">
        <Input autoComplete="street-address" defaultValue="Lindengasse 7" />
      </Field>
    </FieldSet>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group', { name: 'Invoice address' })).toBeVisible();
  },
};

export const InvalidGroup: Story = {
  render: () => (
    <FieldSet className="max-w-96" error="Give a company or a name, so that the invoice has an addressee.">
      <FieldLegend>Addressee</FieldLegend>
      <Field label="Company">
        <Input autoComplete="organization" />
      </Field>
      <Field label="Name">
        <Input autoComplete="name" />
      </Field>
    </FieldSet>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group')).toHaveAccessibleDescription(/Give a company or a name/);
  },
};

export const DisabledGroup: Story = {
  render: () => (
    <FieldSet className="max-w-96" disabled>
      <FieldLegend>Invoice address</FieldLegend>
      <Field label="Company" hint="Changed by the owner of the workspace only.">
        <Input defaultValue="Atelier Nord" />
      </Field>
    </FieldSet>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toBeDisabled();
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    label: 'Verwendungszweck der freigestellten Produktaufnahmen',
    optionalLabel: 'freiwillig',
    hint: 'Erscheint auf der Rechnung und in der Sicherungskopie des Auftrags.',
    error: 'Die Bezeichnung darf höchstens vierundsechzig Zeichen lang sein.',
    className: 'max-w-72',
    children: <Input />,
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    label: '项目名称',
    optionalLabel: '选填',
    hint: '导出的文件会以它开头。',
    error: '文件名里不能有斜杠。',
    children: <Input defaultValue="春季/目录" />,
  },
};

export const Phone: Story = { ...Horizontal, globals: { viewport: { value: 'phone' } } };
export const Dark: Story = { ...Invalid, globals: { theme: 'dark' } };
