import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fireEvent, fn } from 'storybook/test';

import { Field } from '../field/field.tsx';
import { estimateStrength, PasswordInput } from './password-input.tsx';

const levels = ['Falls at once', 'Weak', 'Fair', 'Good', 'Strong'] as const;

const meta = {
  title: 'Forms/PasswordInput',
  component: PasswordInput,
  tags: ['!autodocs'],
  args: {
    'aria-label': 'Password',
    showLabel: 'Show the password',
    hideLabel: 'Hide the password',
    capsLockLabel: 'Caps lock is on.',
    autoComplete: 'current-password',
    className: 'max-w-80',
    onValueChange: fn(),
  },
} satisfies Meta<typeof PasswordInput>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const input = canvas.getByLabelText('Password');
    await userEvent.type(input, 'white tiger');
    await expect(args.onValueChange).toHaveBeenLastCalledWith('white tiger');
    await expect(input).toHaveAttribute('type', 'password');
    await userEvent.click(canvas.getByRole('button', { name: 'Show the password' }));
    await expect(input).toHaveAttribute('type', 'text');
    await userEvent.click(canvas.getByRole('button', { name: 'Hide the password' }));
    await expect(input).toHaveAttribute('type', 'password');
  },
};

export const Shown: Story = {
  args: { defaultValue: 'white tiger in the grass' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show the password' }));
  },
};

/** The password is submitted hidden, so that the browser does not remember it as text. */
export const HiddenWhenSent: Story = {
  render: (args) => (
    <form onSubmit={(event) => event.preventDefault()}>
      <PasswordInput {...args} />
    </form>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show the password' }));
    await userEvent.type(canvas.getByLabelText('Password'), 'white tiger{Enter}');
    await expect(canvas.getByLabelText('Password')).toHaveAttribute('type', 'password');
  },
};

export const CapsLock: Story = {
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByLabelText('Password');
    await userEvent.click(input);
    await fireEvent.keyDown(input, { key: 'T', modifierCapsLock: true });
    await expect(canvas.getByText('Caps lock is on.')).toBeVisible();
    await userEvent.tab();
    await expect(canvas.queryByText('Caps lock is on.')).toBeNull();
    await fireEvent.keyDown(input, { key: 'T', modifierCapsLock: true });
  },
};

/** The parent rates the password, here with the kit's `estimateStrength`. No password is refused. */
export const Strength: Story = {
  args: { autoComplete: 'new-password' },
  render: function Strength(args) {
    const [password, setPassword] = useState('');
    const level = estimateStrength(password);
    return (
      <Field
        label="New password"
        hint="Three or four words that do not belong together make a good one."
        className="max-w-80"
      >
        <PasswordInput
          {...args}
          aria-label={undefined}
          value={password}
          onValueChange={setPassword}
          {...(password && { strength: { level, label: levels[level] } })}
        />
      </Field>
    );
  },
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByLabelText('New password');
    await userEvent.type(input, 'password');
    await expect(canvas.getByText('Weak')).toBeVisible();
    await userEvent.clear(input);
    await userEvent.type(input, 'tiger lamp paper cloud');
    await expect(canvas.getByText('Strong')).toBeVisible();
    await expect(input).toHaveAccessibleDescription(/Strong/);
  },
};

/** The parent checks the rules while the password is typed. */
export const Rules: Story = {
  args: { autoComplete: 'new-password' },
  render: function Rules(args) {
    const [password, setPassword] = useState('');
    const rule = (label: string, isMet: boolean) => ({ label, isMet, stateLabel: isMet ? 'met' : 'not met yet' });
    return (
      <Field label="New password" className="max-w-80">
        <PasswordInput
          {...args}
          aria-label={undefined}
          value={password}
          onValueChange={setPassword}
          rules={[
            rule('At least 10 characters', password.length >= 10),
            rule('Not a password that is often leaked', password.length >= 10 && password !== 'qwertyuiop'),
          ]}
        />
      </Field>
    );
  },
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByLabelText('New password');
    await expect(input).toHaveAccessibleDescription(
      'At least 10 characters (not met yet) Not a password that is often leaked (not met yet)',
    );
    await userEvent.type(input, 'qwertyuiop');
    await expect(input).toHaveAccessibleDescription(
      'At least 10 characters (met) Not a password that is often leaked (not met yet)',
    );
    await userEvent.type(input, ' and more');
    await expect(input).toHaveAccessibleDescription(
      'At least 10 characters (met) Not a password that is often leaked (met)',
    );
  },
};

export const RulesDark: Story = { ...Rules, globals: { theme: 'dark' } };

export const Levels: Story = {
  render: (args) => (
    <div className="flex flex-col gap-5">
      {levels.map((label, level) => (
        <PasswordInput
          key={label}
          {...args}
          defaultValue="white tiger"
          strength={{ level: level as 0 | 1 | 2 | 3 | 4, label }}
        />
      ))}
    </div>
  ),
};

export const Invalid: Story = {
  render: (args) => (
    <Field label="Password" error="Email and password do not belong together." className="max-w-80">
      <PasswordInput {...args} aria-label={undefined} defaultValue="white tiger" />
    </Field>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText('Password')).toHaveAccessibleDescription(
      'Email and password do not belong together.',
    );
  },
};

export const Disabled: Story = {
  args: { disabled: true, defaultValue: 'white tiger' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button')).toBeDisabled();
  },
};

export const Sizes: Story = {
  args: { defaultValue: 'white tiger' },
  render: (args) => (
    <div className="flex flex-col gap-3">
      <PasswordInput {...args} size="sm" />
      <PasswordInput {...args} />
      <PasswordInput {...args} size="lg" />
    </div>
  ),
};

export const Keyboard: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByLabelText('Password')).toHaveFocus();
    await userEvent.keyboard('white tiger');
    await userEvent.tab();
    await expect(canvas.getByRole('button')).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect(canvas.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await expect(canvas.getByRole('button', { name: 'Hide the password' })).toHaveFocus();
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    'aria-label': 'Kennwort',
    showLabel: 'Kennwort anzeigen',
    hideLabel: 'Kennwort verbergen',
    capsLockLabel: 'Die Feststelltaste ist eingerastet.',
    className: 'max-w-56',
    defaultValue: 'weißer tiger im gras',
    strength: { level: 3, label: 'Ausreichend schwer zu erraten' },
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    'aria-label': '密码',
    showLabel: '显示密码',
    hideLabel: '隐藏密码',
    capsLockLabel: '大写锁定已打开。',
    defaultValue: 'baihu tang zai caodi',
    strength: { level: 4, label: '很难猜到' },
  },
};

export const Dark: Story = { ...Levels, globals: { theme: 'dark' } };
