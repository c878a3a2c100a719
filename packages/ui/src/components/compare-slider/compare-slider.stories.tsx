/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, fn } from 'storybook/test';

import { Badge } from '../badge/badge.tsx';
import { CompareSlider } from './compare-slider.tsx';
import { StoryPicture } from './story-picture.tsx';

const meta = {
  title: 'Image tools/CompareSlider',
  component: CompareSlider,
  tags: ['!autodocs'],
  args: {
    label: 'Divider between the original and the cut-out',
    valueText: (value) => `${value} % original`,
    className: 'aspect-3/2 max-w-150 border border-line',
    onValueChange: fn(),
    ...tagged('Original', 'Cut-out'),
  },
} satisfies Meta<typeof CompareSlider>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ args, canvas }) => {
    const slider = canvas.getByRole('slider');
    await expect(slider).toHaveAttribute('aria-valuetext', '50 % original');
    await fireEvent.change(slider, { target: { value: '30' } });
    await expect(args.onValueChange).toHaveBeenLastCalledWith(30);
    await expect(slider).toHaveValue('30');
    await expect(slider).toHaveAttribute('aria-valuetext', '30 % original');
  },
};

/** A controlled slider does not change until the parent changes it. */
export const Controlled: Story = {
  args: { value: 70 },
  play: async ({ args, canvas }) => {
    const slider = canvas.getByRole('slider');
    await fireEvent.change(slider, { target: { value: '30' } });
    await expect(args.onValueChange).toHaveBeenCalledWith(30);
    await expect(slider).toHaveValue('70');
  },
};

export const Disabled: Story = {
  args: { disabled: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('slider')).toBeDisabled();
  },
};

/** The keys are handled by the browser's range input. `compare-slider.browser.test.tsx` tests them with real keys. */
export const Keyboard: Story = {
  play: async ({ canvas, userEvent }) => {
    const slider = canvas.getByRole('slider', { name: 'Divider between the original and the cut-out' });
    await userEvent.tab();
    await expect(slider).toHaveFocus();
    await expect(slider).toHaveAttribute('step', '1');
    await expect(slider).toHaveAttribute('aria-valuetext', '50 % original');
    await userEvent.tab();
    await expect(document.body).toHaveFocus();
  },
};

/** In right-to-left text the original starts at the right. */
export const RightToLeft: Story = {
  render: (args) => (
    <div dir="rtl">
      <CompareSlider {...args} defaultValue={30} />
    </div>
  ),
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: { label: '原图与抠图之间的分界', valueText: (value) => `原图 ${value}%`, ...tagged('原图', '抠图') },
};

export const Phone: Story = { ...Chinese, globals: { locale: 'zh', viewport: { value: 'phone' } } };
export const Dark: Story = { globals: { theme: 'dark' } };

function tagged(original: string, cutOut: string) {
  return {
    before: (
      <>
        <StoryPicture />
        <Badge tone="photo" className="absolute start-3 bottom-3">
          {original}
        </Badge>
      </>
    ),
    after: (
      <>
        <StoryPicture cutOut />
        <Badge tone="photo" className="absolute end-3 bottom-3">
          {cutOut}
        </Badge>
      </>
    ),
  };
}
