import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn } from 'storybook/test';

import { Dial, type DialProps } from './dial.tsx';

const meta = {
  title: 'Forms/Dial',
  component: Dial,
  tags: ['!autodocs'],
  decorators: [(Story) => <div className="max-w-105">{Story()}</div>],
  args: {
    label: 'Straighten',
    min: -15,
    max: 15,
    step: 0.1,
    largeStep: 1,
    value: 1.5,
    formatValue: (value: number) => `${value}°`,
    onValueChange: fn(),
    onValueCommit: fn(),
  },
  render: (args) => <Held {...args} />,
} satisfies Meta<typeof Dial>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Dial that holds its value. */
function Held({ value: initial, onValueChange, ...props }: DialProps) {
  const [value, setValue] = useState(initial);
  return (
    <Dial
      {...props}
      value={value}
      onValueChange={(next) => {
        setValue(next);
        onValueChange(next);
      }}
    />
  );
}

export const Default: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const dial = canvas.getByRole('slider', { name: 'Straighten' });
    await userEvent.tab();
    await expect(dial).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect(dial).toHaveAttribute('aria-valuetext', '1.6°');
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    await expect(dial).toHaveAttribute('aria-valuetext', '0.6°');
    await userEvent.keyboard('0');
    await expect(dial).toHaveAttribute('aria-valuetext', '0°');
    await expect(args.onValueCommit).toHaveBeenLastCalledWith(0);
  },
};

export const AtTheEnd: Story = {
  args: { value: 15 },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    await expect(canvas.getByRole('slider')).toHaveAttribute('aria-valuetext', '15°');
  },
};
