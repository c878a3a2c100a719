/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import * as lucide from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { expect } from 'storybook/test';

const meta = { title: 'Foundations/Icons', parameters: { controls: { disable: true } } } satisfies Meta;

export default meta;
type Story = StoryObj<typeof meta>;

const sources = import.meta.glob<string>(['../components/**/*.tsx', '!**/*.stories.tsx', '!**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Icons that the components of the kit import, in alphabetical order. */
const names = [
  ...new Set(
    Object.values(sources).flatMap((source) =>
      [...source.matchAll(/import \{([^}]+)\} from 'lucide-react'/g)].flatMap(([, list = '']) =>
        list.split(',').flatMap((each) => (each.includes('type ') ? [] : [each.replace(/ as .*/, '').trim()])),
      ),
    ),
  ),
]
  .filter((name) => name !== '' && name in lucide)
  .toSorted();

/** Icons come from one set, Lucide, at 16, 20 and 24 px, with strokes of 1.5 px. */
export const Kit: Story = {
  render: () => (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-6 gap-y-4">
      {names.map((name) => {
        const Icon = (lucide as unknown as Record<string, LucideIcon>)[name];
        return (
          Icon && (
            <li key={name} className="grid gap-2 border-t border-line pt-3 text-12 text-soft">
              <span className="flex items-end gap-3 text-ink">
                <Icon className="size-4" aria-hidden />
                <Icon className="size-5" aria-hidden />
                <Icon className="size-6" aria-hidden />
              </span>
              {name}
            </li>
          )
        );
      })}
    </ul>
  ),
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText('Check')).toBeVisible();
    for (const icon of canvasElement.querySelectorAll('svg'))
      await expect(getComputedStyle(icon).strokeWidth).toBe('1.5px');
  },
};
