/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor } from 'storybook/test';

import { Textarea } from './textarea.tsx';

const note =
  'White ground, soft shadow to the left. The subject fills 85 % of the height, and the feet stay in the picture.';

const meta = {
  title: 'Forms/Textarea',
  component: Textarea,
  tags: ['!autodocs'],
  args: { 'aria-label': 'Notes for the studio', className: 'max-w-96', onValueChange: fn() },
} satisfies Meta<typeof Textarea>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  args: { placeholder: 'What should the background be like?' },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Notes for the studio' }), 'A beach');
    await expect(args.onValueChange).toHaveBeenLastCalledWith('A beach');
  },
};

export const Filled: Story = { args: { defaultValue: note } };

/** The height follows the text, between `rows` and `maxRows`. */
export const Grows: Story = {
  args: { rows: 2, maxRows: 6 },
  play: async ({ canvas, userEvent }) => {
    const textarea = canvas.getByRole('textbox');
    const height = () => textarea.getBoundingClientRect().height;
    const empty = height();
    await userEvent.type(textarea, 'one{Enter}two{Enter}three{Enter}four');
    const four = height();
    await expect(four).toBeGreaterThan(empty * 1.5);
    await userEvent.type(textarea, '{Enter}five{Enter}six{Enter}seven{Enter}eight{Enter}nine');
    await expect(height()).toBeLessThan(four * 1.6);
    await expect(textarea.scrollHeight).toBeGreaterThan(textarea.clientHeight);
    await userEvent.clear(textarea);
    await expect(height()).toBe(empty);
  },
};

export const Counter: Story = {
  args: { defaultValue: 'A beach in the evening', maxLength: 120, counterLabel: (count, max) => `${count} of ${max}` },
  play: async ({ canvas, userEvent }) => {
    const textarea = canvas.getByRole('textbox');
    await expect(textarea).toHaveAccessibleDescription('22 of 120');
    await userEvent.type(textarea, ' 🏖️');
    await expect(canvas.getByText('24 of 120')).toBeVisible();
  },
};

/** Text beyond the maximum is not cut off, so that no input is lost. */
export const TooLong: Story = {
  args: { defaultValue: note, maxLength: 100, counterLabel: (count, max) => `${count} of ${max}` },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toBeInvalid();
    await expect(canvas.getByRole('textbox')).toHaveValue(note);
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('110 of 100'));
  },
};

export const Sizes: Story = {
  render: () => (
    <div className="flex flex-col gap-3">
      <Textarea aria-label="Small" size="sm" rows={2} defaultValue={note} className="max-w-96" />
      <Textarea aria-label="Medium" rows={2} defaultValue={note} className="max-w-96" />
      <Textarea aria-label="Large" size="lg" rows={2} defaultValue={note} className="max-w-96" />
    </div>
  ),
};

export const States: Story = {
  render: (args) => (
    <div className="flex flex-col gap-3">
      <Textarea {...args} rows={2} placeholder="What should the background be like?" />
      <Textarea {...args} rows={2} defaultValue={note} invalid />
      <Textarea {...args} rows={2} defaultValue={note} readOnly />
      <Textarea {...args} rows={2} defaultValue={note} disabled />
      <Textarea
        {...args}
        rows={2}
        defaultValue={note}
        maxLength={100}
        counterLabel={(count, max) => `${count} of ${max}`}
      />
    </div>
  ),
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    'aria-label': 'Hinweise für die Nachbearbeitung',
    className: 'max-w-64',
    defaultValue: 'Kontaktschattenweichzeichnung zurückhaltend, Hintergrundfarbtemperatur wie in der Sommerkollektion.',
    maxLength: 500,
    counterLabel: (count, max) => `${count} von ${max} Zeichen`,
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    'aria-label': '备注',
    defaultValue: '白色背景，左侧柔和阴影，主体高度占 85%。',
    maxLength: 200,
    counterLabel: (count, max) => `${count} / ${max} 字`,
  },
};

export const Dark: Story = { ...States, globals: { theme: 'dark' } };
