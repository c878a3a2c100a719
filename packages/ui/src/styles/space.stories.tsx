/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

const meta = { title: 'Foundations/Space', parameters: { controls: { disable: true } } } satisfies Meta;

export default meta;
type Story = StoryObj<typeof meta>;

/** The class names are written in full, because Tailwind finds them as text. */
const steps = [
  { name: '1', px: 4, className: 'w-1', use: 'between an icon and its own text in small parts' },
  { name: '2', px: 8, className: 'w-2', use: 'between parts of one control' },
  { name: '3', px: 12, className: 'w-3', use: 'rows of a list' },
  { name: '4', px: 16, className: 'w-4', use: 'the page’s edge on a phone' },
  { name: '6', px: 24, className: 'w-6', use: 'within a card or a panel' },
  { name: '10', px: 40, className: 'w-10', use: 'the page’s edge on a wide screen; a heading and what follows' },
  { name: '14', px: 56, className: 'w-14', use: 'between sections' },
  { name: '20', px: 80, className: 'w-20', use: 'between parts of a page' },
];

/** All spacing is a multiple of 4 px. */
export const Grid: Story = {
  render: () => (
    <dl className="grid max-w-160 gap-3">
      {steps.map(({ name, px, className, use }) => (
        <div key={name} className="grid grid-cols-[5rem_6rem_1fr] items-center gap-4 text-13">
          <dt className="text-faint tabular-nums">
            {name}, {px} px
          </dt>
          <dd data-px={px} className={`h-4 bg-cut ${className}`} />
          <dd className="text-soft">{use}</dd>
        </div>
      ))}
    </dl>
  ),
  play: async ({ canvasElement }) => {
    for (const bar of canvasElement.querySelectorAll<HTMLElement>('[data-px]')) {
      await expect(bar.getBoundingClientRect().width).toBe(Number(bar.dataset['px']));
      await expect(Number(bar.dataset['px']) % 4).toBe(0);
    }
  },
};

const shapes = [
  { name: 'sm, 6 px: what lies within', className: 'rounded-sm' },
  { name: 'md, 10 px: what is pressed, what floats', className: 'rounded-md' },
  { name: 'lg, 16 px: what holds others', className: 'rounded-lg' },
  { name: 'one shadow, for what floats alone', className: 'rounded-md shadow-float' },
];

/** Three radii and one shadow. All other separation is by hairlines. */
export const RadiusAndElevation: Story = {
  render: () => (
    <ul className="grid max-w-160 gap-6 p-6 sm:grid-cols-2">
      {shapes.map(({ name, className }) => (
        <li key={name}>
          <div className={`h-20 border border-line bg-sheet ${className}`} />
          <p className="mt-2 text-13 text-soft">{name}</p>
        </li>
      ))}
    </ul>
  ),
};

export const Dark: Story = { ...RadiusAndElevation, globals: { theme: 'dark' } };
