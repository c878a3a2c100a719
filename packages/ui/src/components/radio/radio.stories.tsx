import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, fn, waitFor } from 'storybook/test';

import { Field } from '../field/field.tsx';
import { Radio, RadioGroup } from './radio.tsx';

const meta = {
  title: 'Forms/Radio',
  component: RadioGroup,
  subcomponents: { Radio },
  tags: ['!autodocs'],
  args: {
    label: 'File format',
    defaultValue: 'png',
    onValueChange: fn(),
    children: (
      <>
        <Radio value="png" description="Keeps the transparency, and every pixel as it is.">
          PNG
        </Radio>
        <Radio value="webp" description="Keeps the transparency, at a third of the size.">
          WebP
        </Radio>
        <Radio value="jpeg" description="Smallest. The background becomes white.">
          JPEG
        </Radio>
      </>
    ),
  },
} satisfies Meta<typeof RadioGroup>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('radiogroup', { name: 'File format' })).toBeVisible();
    await expect(canvas.getByRole('radio', { name: 'PNG' })).toBeChecked();
    await expect(canvas.getByRole('radio', { name: 'WebP' })).toHaveAccessibleDescription(/a third of the size/);
    await userEvent.click(canvas.getByText(/a third of the size/));
    await expect(args.onValueChange).toHaveBeenLastCalledWith('webp');
    await expect(canvas.getByRole('radio', { name: 'WebP' })).toBeChecked();
    await expect(canvas.getByRole('radio', { name: 'PNG' })).not.toBeChecked();
  },
};

export const Horizontal: Story = {
  args: {
    label: 'Unit',
    orientation: 'horizontal',
    defaultValue: 'mm',
    children: (
      <>
        <Radio value="mm">Millimetres</Radio>
        <Radio value="in">Inches</Radio>
        <Radio value="px">Pixels</Radio>
      </>
    ),
  },
};

/** Cards, for a few important options. The border groups label and description. */
export const Cards: Story = {
  args: {
    label: 'Plan',
    defaultValue: 'year',
    className: 'max-w-160 sm:grid-cols-2',
    children: (
      <>
        <Radio value="month" variant="card" description="Ends when you say so, on the day it would renew.">
          <Priced name="Monthly" price="$9" />
        </Radio>
        <Radio value="year" variant="card" description="Two months less to pay. One invoice a year.">
          <Priced name="Yearly" price="$90" />
        </Radio>
        <Radio value="team" variant="card" disabled description="From the autumn on.">
          <Priced name="Team" price="$240" />
        </Radio>
      </>
    ),
  },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByText(/Ends when you say so/));
    await expect(args.onValueChange).toHaveBeenLastCalledWith('month');
    await expect(canvas.getByRole('radio', { name: 'Monthly $9' })).toBeChecked();
    await userEvent.click(canvas.getByText('From the autumn on.'));
    await expect(canvas.getByRole('radio', { name: 'Team $240' })).not.toBeChecked();
  },
};

export const NoneChosen: Story = {
  args: { value: null },
  play: async ({ canvas, userEvent }) => {
    for (const radio of canvas.getAllByRole('radio')) await expect(radio).not.toBeChecked();
    await userEvent.tab();
    await expect(canvas.getByRole('radio', { name: 'PNG' })).toHaveFocus();
    await expect(canvas.getByRole('radio', { name: 'PNG' })).not.toBeChecked();
  },
};

export const Disabled: Story = {
  args: { disabled: true },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('WebP'));
    await expect(args.onValueChange).not.toHaveBeenCalled();
  },
};

export const OneDisabled: Story = {
  args: {
    children: (
      <>
        <Radio value="png">PNG</Radio>
        <Radio value="avif" disabled description="This browser cannot write it.">
          AVIF
        </Radio>
        <Radio value="webp">WebP</Radio>
      </>
    ),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(canvas.getByRole('radio', { name: 'WebP' })).toBeChecked());
  },
};

export const Invalid: Story = {
  args: { value: null, invalid: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('radiogroup')).toHaveAttribute('aria-invalid', 'true');
  },
};

export const InField: Story = {
  render: () => (
    <Field label="File format" hint="The next export begins with it." error="Choose a format first." name="format">
      <RadioGroup>
        <Radio value="png">PNG</Radio>
        <Radio value="webp">WebP</Radio>
      </RadioGroup>
    </Field>
  ),
  play: async ({ canvas }) => {
    const group = canvas.getByRole('radiogroup', { name: 'File format' });
    await expect(group).toHaveAttribute('aria-invalid', 'true');
    await expect(group).toHaveAccessibleDescription('Choose a format first. The next export begins with it.');
  },
};

const sent = fn();

export const InForm: Story = {
  render: (args) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent(Object.fromEntries(new FormData(event.currentTarget)));
      }}
      className="flex flex-col items-start gap-4"
    >
      <RadioGroup {...args} name="format" />
      <button type="submit">Export</button>
    </form>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'JPEG' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Export' }));
    await expect(sent).toHaveBeenLastCalledWith({ format: 'jpeg' });
  },
};

export const Keyboard: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const radio = (name: string) => canvas.getByRole('radio', { name });
    // The key is released at once, as on a page too busy to have moved the focus in between.
    const press = async (key: string, from: string, to: string) => {
      await fireEvent.keyDown(radio(from), { key });
      await fireEvent.keyUp(radio(from), { key });
      await waitFor(() => expect(radio(to)).toHaveFocus());
      await expect(radio(to)).toBeChecked();
    };
    await userEvent.tab();
    await expect(radio('PNG')).toHaveFocus();
    await press('ArrowDown', 'PNG', 'WebP');
    await press('ArrowDown', 'WebP', 'JPEG');
    await press('ArrowDown', 'JPEG', 'PNG');
    await press('ArrowLeft', 'PNG', 'JPEG');
    await expect(args.onValueChange).toHaveBeenCalledTimes(4);
    await userEvent.tab();
    await expect(document.body).toHaveFocus();
    await userEvent.tab({ shift: true });
    await expect(radio('JPEG')).toHaveFocus();
  },
};

/** While no option is selected, Space selects the focused one. */
export const KeyboardSpace: Story = {
  args: { label: 'File format', value: null },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard(' ');
    await expect(args.onValueChange).toHaveBeenCalledWith('png');
    await expect(canvas.getByRole('radio', { name: 'PNG' })).toHaveFocus();
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  decorators: [(Story) => <div className="max-w-72">{Story()}</div>],
  args: {
    label: 'Dateiformat',
    children: (
      <>
        <Radio value="png" variant="card" description="Behält die Durchsichtigkeit und jeden Bildpunkt, wie er ist.">
          Verlustfreie Bilddatei (PNG)
        </Radio>
        <Radio value="webp" variant="card" description="Behält die Durchsichtigkeit bei einem Drittel der Dateigröße.">
          Platzsparende Bilddatei (WebP)
        </Radio>
      </>
    ),
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    label: '文件格式',
    children: (
      <>
        <Radio value="png" description="保留透明背景，像素原样不动。">
          PNG
        </Radio>
        <Radio value="webp" description="保留透明背景，体积约为三分之一。">
          WebP
        </Radio>
        <Radio value="jpeg" description="体积最小，背景变为白色。">
          JPEG
        </Radio>
      </>
    ),
  },
};

export const Phone: Story = { ...Cards, globals: { viewport: { value: 'phone' } } };
export const Dark: Story = { globals: { theme: 'dark' } };
export const DarkCards: Story = { ...Cards, globals: { theme: 'dark' } };

function Priced({ name, price }: { name: string; price: string }) {
  return (
    <span className="flex justify-between gap-4 font-medium">
      {name} <span className="tabular-nums">{price}</span>
    </span>
  );
}
