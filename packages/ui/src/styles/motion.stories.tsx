/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect } from 'storybook/test';

import { Button } from '../components/button/button.tsx';

const meta = { title: 'Foundations/Motion', parameters: { controls: { disable: true } } } satisfies Meta;

export default meta;
type Story = StoryObj<typeof meta>;

const durations = [
  { name: 'fast, 120 ms: what the hand does', className: 'duration-fast' },
  { name: 'base, 200 ms: what comes and goes', className: 'duration-base' },
  { name: 'slow, 320 ms: what changes its place', className: 'duration-slow' },
];

/**
 * Three durations, one easing for entering and one for leaving. Choose "Stillness" in the toolbar to see the state
 * without motion.
 */
export const Durations: Story = {
  render: function Durations() {
    const [there, setThere] = useState(false);
    return (
      <div className="grid max-w-120 gap-6">
        {durations.map(({ name, className }) => (
          <div key={name}>
            <p className="mb-1.5 text-13 text-soft">{name}</p>
            <div className="relative h-6 border-b border-line">
              <div
                data-slot="runner"
                className={`absolute bottom-1.5 size-3 rounded-full bg-cut transition-[left] ${className} ${there ? 'left-[calc(100%-12px)] ease-enter' : 'left-0 ease-leave'}`}
              />
            </div>
          </div>
        ))}
        <div>
          <Button onClick={() => setThere(!there)}>{there ? 'Leave' : 'Enter'}</Button>
        </div>
      </div>
    );
  },
  play: async ({ canvasElement }) => {
    const runners = [...canvasElement.querySelectorAll('[data-slot=runner]')];
    await expect(runners.map((runner) => getComputedStyle(runner).transitionDuration)).toEqual([
      '0.12s',
      '0.2s',
      '0.32s',
    ]);
  },
};

export const Stillness: Story = {
  ...Durations,
  globals: { motion: 'reduced' },
  play: async ({ canvasElement }) => {
    const runners = [...canvasElement.querySelectorAll('[data-slot=runner]')];
    await expect(runners.map((runner) => getComputedStyle(runner).transitionProperty)).toEqual([
      'none',
      'none',
      'none',
    ]);
  },
};
