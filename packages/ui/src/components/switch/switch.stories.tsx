import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';

import { Field } from '../field/field.tsx';
import { Switch } from './switch.tsx';

const meta = {
  title: 'Forms/Switch',
  component: Switch,
  tags: ['!autodocs'],
  decorators: [(Story) => <div className="max-w-90">{Story()}</div>],
  args: { children: 'Refine hair and fur', onCheckedChange: fn() },
} satisfies Meta<typeof Switch>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const power = canvas.getByRole('switch', { name: 'Refine hair and fur' });
    await expect(power).not.toBeChecked();
    await userEvent.click(canvas.getByText('Refine hair and fur'));
    await expect(args.onCheckedChange).toHaveBeenLastCalledWith(true);
    await expect(power).toHaveAttribute('data-state', 'checked');
  },
};

export const WithDescription: Story = {
  args: { defaultChecked: true, description: 'Takes about two seconds more for each photo.' },
  play: async ({ canvas, userEvent }) => {
    const power = canvas.getByRole('switch', { name: 'Refine hair and fur' });
    await expect(power).toHaveAccessibleDescription('Takes about two seconds more for each photo.');
    await userEvent.click(canvas.getByText(/two seconds/));
    await expect(power).not.toBeChecked();
  },
};

export const States: Story = {
  render: () => (
    <div className="flex flex-col divide-y divide-line border-y border-line *:py-3">
      <Switch>Refine hair and fur</Switch>
      <Switch defaultChecked description="Takes about two seconds more for each photo.">
        Remove the colour cast
      </Switch>
      <Switch disabled>Use the graphics card</Switch>
      <Switch disabled defaultChecked description="The batch is at work.">
        Keep the names
      </Switch>
    </div>
  ),
};

/** A switch without a visible label is named by `aria-label`. */
export const Bare: Story = {
  args: { children: null, 'aria-label': 'Refine hair and fur' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('switch', { name: 'Refine hair and fur' }));
    await expect(canvas.getByRole('switch')).toBeChecked();
  },
};

export const Disabled: Story = {
  args: { disabled: true },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('Refine hair and fur'));
    await expect(args.onCheckedChange).not.toHaveBeenCalled();
  },
};

/** A controlled switch does not change until the parent changes it. */
export const Controlled: Story = {
  args: { checked: true },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('switch'));
    await expect(args.onCheckedChange).toHaveBeenCalledWith(false);
    await expect(canvas.getByRole('switch')).toBeChecked();
  },
};

export const InField: Story = {
  render: () => (
    <Field label="Refine hair and fur" hint="Takes about two seconds more for each photo.">
      <Switch />
    </Field>
  ),
  play: async ({ canvas, userEvent }) => {
    const power = canvas.getByRole('switch', { name: 'Refine hair and fur' });
    await expect(power).toHaveAccessibleDescription('Takes about two seconds more for each photo.');
    await userEvent.click(canvas.getByText('Refine hair and fur'));
    await expect(power).toBeChecked();
  },
};

const sent = fn();

export const InForm: Story = {
  render: () => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent(Object.fromEntries(new FormData(event.currentTarget)));
      }}
      className="flex flex-col items-stretch gap-3"
    >
      <Switch name="refine" defaultChecked>
        Refine hair and fur
      </Switch>
      <button type="submit">Save</button>
    </form>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }));
    await expect(sent).toHaveBeenLastCalledWith({ refine: 'on' });
    await userEvent.click(canvas.getByText('Refine hair and fur'));
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }));
    await expect(sent).toHaveBeenLastCalledWith({});
  },
};

export const Keyboard: Story = {
  ...States,
  play: async ({ canvas, userEvent }) => {
    const power = (name: string) => canvas.getByRole('switch', { name });
    await userEvent.tab();
    await expect(power('Refine hair and fur')).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect(power('Refine hair and fur')).toBeChecked();
    await userEvent.keyboard('{Enter}');
    await expect(power('Refine hair and fur')).not.toBeChecked();
    await userEvent.tab();
    await expect(power('Remove the colour cast')).toHaveFocus();
    await userEvent.tab();
    await expect(document.body).toHaveFocus();
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  decorators: [(Story) => <div className="max-w-60">{Story()}</div>],
  args: {
    defaultChecked: true,
    children: 'Haare und Fell nachträglich verfeinern',
    description: 'Dauert je Foto etwa zwei Sekunden länger.',
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: { defaultChecked: true, children: '细化毛发边缘', description: '每张照片大约多用两秒。' },
};

export const Dark: Story = { ...States, globals: { theme: 'dark' } };
