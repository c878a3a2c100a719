import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn } from 'storybook/test';

import { Field } from '../field/field.tsx';
import { Checkbox } from './checkbox.tsx';

const meta = {
  title: 'Forms/Checkbox',
  component: Checkbox,
  tags: ['!autodocs'],
  args: { children: 'Keep the original in the ZIP', onCheckedChange: fn() },
} satisfies Meta<typeof Checkbox>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const box = canvas.getByRole('checkbox', { name: 'Keep the original in the ZIP' });
    await expect(box).not.toBeChecked();
    await userEvent.click(canvas.getByText('Keep the original in the ZIP'));
    await expect(args.onCheckedChange).toHaveBeenLastCalledWith(true);
    await expect(box).toBeChecked();
  },
};

export const WithDescription: Story = {
  args: { defaultChecked: true, description: 'As it came, with its metadata. The ZIP grows by about 4 MB a photo.' },
  play: async ({ canvas, userEvent }) => {
    const box = canvas.getByRole('checkbox', { name: 'Keep the original in the ZIP' });
    await expect(box).toHaveAccessibleDescription(/about 4 MB/);
    await userEvent.click(canvas.getByText(/about 4 MB/));
    await expect(box).not.toBeChecked();
  },
};

export const States: Story = {
  tags: ['visual'],
  render: () => (
    <div className="flex flex-col items-start gap-3">
      <Checkbox>Not chosen</Checkbox>
      <Checkbox defaultChecked>Chosen</Checkbox>
      <Checkbox defaultChecked="indeterminate">12 of 50 photos chosen</Checkbox>
      <Checkbox invalid description="Without it the photos cannot be sent.">
        I have the right to use these photos
      </Checkbox>
      <Checkbox disabled>Upload the originals</Checkbox>
      <Checkbox disabled defaultChecked description="The batch is at work.">
        Keep the names
      </Checkbox>
      <Checkbox disabled defaultChecked="indeterminate">
        Photos without a subject
      </Checkbox>
    </div>
  ),
};

const photos = ['tiger.jpg', 'teapot.png', 'passport.webp'];

/** The first checkbox controls all the others. It is indeterminate while only some of them are checked. */
export const Indeterminate: Story = {
  render: function Indeterminate() {
    const [chosen, setChosen] = useState([photos[0]]);
    const all = chosen.length === photos.length;
    return (
      <div className="flex flex-col items-start gap-3">
        <Checkbox
          checked={all || (chosen.length > 0 && 'indeterminate')}
          onCheckedChange={(on) => setChosen(on ? photos : [])}
        >
          All photos
        </Checkbox>
        {photos.map((photo) => (
          <Checkbox
            key={photo}
            checked={chosen.includes(photo)}
            onCheckedChange={(on) => setChosen(on ? [...chosen, photo] : chosen.filter((name) => name !== photo))}
            className="ms-7.5"
          >
            {photo}
          </Checkbox>
        ))}
      </div>
    );
  },
  play: async ({ canvas, userEvent }) => {
    const all = canvas.getByRole('checkbox', { name: 'All photos' });
    await expect(all).toHaveAttribute('aria-checked', 'mixed');
    await expect(all).toHaveAttribute('data-state', 'indeterminate');
    await userEvent.click(all);
    await expect(canvas.getByRole('checkbox', { name: 'passport.webp' })).toBeChecked();
    await userEvent.click(all);
    await expect(canvas.getByRole('checkbox', { name: 'tiger.jpg' })).not.toBeChecked();
    await userEvent.click(canvas.getByRole('checkbox', { name: 'teapot.png' }));
    await expect(all).toHaveAttribute('data-state', 'indeterminate');
  },
};

/** A checkbox without a visible label, as in a table, is named by `aria-label`. */
export const Bare: Story = {
  args: { children: null, 'aria-label': 'Choose tiger.jpg' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Choose tiger.jpg' }));
    await expect(canvas.getByRole('checkbox')).toBeChecked();
  },
};

export const Invalid: Story = {
  args: { invalid: true, children: 'I have the right to use these photos' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('checkbox')).toHaveAttribute('aria-invalid', 'true');
  },
};

export const InField: Story = {
  render: () => (
    <Field label="Terms" error="Confirm this, and the photos can be sent." name="rights" required>
      <Checkbox>I have the right to use these photos</Checkbox>
    </Field>
  ),
  play: async ({ canvas }) => {
    const box = canvas.getByRole('checkbox', { name: 'Terms I have the right to use these photos' });
    await expect(box).toHaveAttribute('aria-invalid', 'true');
    await expect(box).toBeRequired();
    await expect(box).toHaveAccessibleDescription('Confirm this, and the photos can be sent.');
  },
};

const sent = fn();

/** A checkbox with a `name` is submitted with its form. Resetting the form restores the initial state. */
export const InForm: Story = {
  render: () => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent(Object.fromEntries(new FormData(event.currentTarget)));
      }}
      className="flex flex-col items-start gap-3"
    >
      <Checkbox name="originals" value="keep">
        Keep the original in the ZIP
      </Checkbox>
      <button type="submit">Pack</button>
      <button type="reset">Reset</button>
    </form>
  ),
  play: async ({ canvas, userEvent }) => {
    const box = canvas.getByRole('checkbox', { name: 'Keep the original in the ZIP' });
    await userEvent.click(canvas.getByText('Keep the original in the ZIP'));
    await userEvent.click(canvas.getByRole('button', { name: 'Pack' }));
    await expect(sent).toHaveBeenLastCalledWith({ originals: 'keep' });
    await userEvent.click(canvas.getByRole('button', { name: 'Reset' }));
    await expect(box).not.toBeChecked();
    await userEvent.click(canvas.getByRole('button', { name: 'Pack' }));
    await expect(sent).toHaveBeenLastCalledWith({});
  },
};

export const Disabled: Story = {
  args: { disabled: true },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('Keep the original in the ZIP'));
    await expect(args.onCheckedChange).not.toHaveBeenCalled();
  },
};

/** A controlled checkbox does not change until the parent changes it. */
export const Controlled: Story = {
  args: { checked: false },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('checkbox'));
    await expect(args.onCheckedChange).toHaveBeenCalledWith(true);
    await expect(canvas.getByRole('checkbox')).not.toBeChecked();
  },
};

export const Keyboard: Story = {
  ...States,
  tags: ['!visual'],
  play: async ({ canvas, userEvent }) => {
    const box = (name: string) => canvas.getByRole('checkbox', { name });
    await userEvent.tab();
    await expect(box('Not chosen')).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect(box('Not chosen')).toBeChecked();
    await userEvent.keyboard('{Enter}');
    await expect(box('Not chosen')).toBeChecked();
    await userEvent.tab();
    await userEvent.tab();
    await expect(box('12 of 50 photos chosen')).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect(box('12 of 50 photos chosen')).toBeChecked();
    await userEvent.tab();
    await expect(box('I have the right to use these photos')).toHaveFocus();
    await userEvent.tab();
    await expect(document.body).toHaveFocus();
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  decorators: [(Story) => <div className="max-w-64">{Story()}</div>],
  args: {
    defaultChecked: true,
    children: 'Originalaufnahmen mit ins Archiv aufnehmen',
    description: 'Unverändert, mit allen Aufnahmedaten. Das Archiv wird je Foto etwa 4 MB größer.',
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    defaultChecked: true,
    children: '压缩包里保留原图',
    description: '原样保留，包括拍摄信息。每张照片约增加 4 MB。',
  },
};

export const Phone: Story = { ...Chinese, globals: { locale: 'zh', viewport: { value: 'phone' } } };
export const Dark: Story = { ...States, globals: { theme: 'dark' } };
