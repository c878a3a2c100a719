/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useRef } from 'react';
import { expect, waitFor } from 'storybook/test';

import { measureContrast } from './measure-contrast.ts';

const meta = { title: 'Foundations/Colour', parameters: { controls: { disable: true } } } satisfies Meta;

export default meta;
type Story = StoryObj<typeof meta>;

const surfaces = ['paper', 'sheet', 'sunk', 'hover', 'pressed'];

/** Text colours allowed on each background, with their minimum contrast. Body text needs 7. */
const pairs: { ground: string; texts: Record<string, number> }[] = [
  ...surfaces.map((ground) => ({
    ground,
    texts: {
      ink: 7,
      soft: ground === 'pressed' ? 4.5 : 7,
      faint: 4.5,
      'accent-ink': 4.5,
      cut: 3,
      focus: 3,
      control: 2.9,
    },
  })),
  { ground: 'accent', texts: { 'on-accent': 4.5 } },
  { ground: 'accent-hover', texts: { 'on-accent': 4.5 } },
  { ground: 'accent-pressed', texts: { 'on-accent': 4.5 } },
  { ground: 'accent-wash', texts: { ink: 7, soft: 7, 'accent-ink': 4.5, cut: 3, focus: 3 } },
  { ground: 'info-wash', texts: { ink: 7, soft: 7, info: 4.5 } },
  { ground: 'success-wash', texts: { ink: 7, soft: 7, success: 4.5 } },
  { ground: 'warning-wash', texts: { ink: 7, soft: 7, warning: 4.5 } },
  { ground: 'danger-wash', texts: { ink: 7, soft: 7, danger: 4.5, focus: 3 } },
  { ground: 'danger-fill', texts: { 'on-danger': 4.5 } },
  { ground: 'ink', texts: { 'on-ink': 7 } },
];

/**
 * Every combination of text and background in use, with its contrast as measured in this browser. The test fails for a
 * contrast below the minimum.
 */
export const Contrast: Story = {
  // axe would treat these samples as text, but shapes such as `cut` and `control` need a contrast of only 3. The story
  // measures instead.
  parameters: { a11y: { config: { rules: [{ id: 'color-contrast', enabled: false }] } } },
  render: () => (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-3">
      {pairs.map(({ ground, texts }) => (
        <section
          key={ground}
          className="rounded-md border border-line p-4"
          style={{ background: `var(--color-${ground})` }}
        >
          <h3 className="mb-2 text-13 font-semibold" style={{ color: `var(--color-${Object.keys(texts)[0]})` }}>
            {ground}
          </h3>
          {Object.entries(texts).map(([text, least]) => (
            <Pair key={text} ground={ground} text={text} least={least} />
          ))}
        </section>
      ))}
    </div>
  ),
  play: async ({ canvas }) => {
    // React measures after it has painted, which may be after this function has begun.
    const count = pairs.reduce((sum, { texts }) => sum + Object.keys(texts).length, 0);
    const samples = await waitFor(async () => {
      const measured = canvas.getAllByText(/\d:1$/);
      await expect(measured).toHaveLength(count);
      return measured;
    });
    await expect(samples.filter((sample) => sample.dataset['state'] === 'low')).toEqual([]);
  },
};

export const ContrastDark: Story = { ...Contrast, globals: { theme: 'dark' } };

const steps = Array.from({ length: 12 }, (_, index) => index + 1);

export const Scales: Story = {
  tags: ['visual'],
  render: () => (
    <div className="grid gap-8">
      {['neutral', 'accent'].map((scale) => (
        <section key={scale}>
          <h3 className="mb-2 text-13 font-semibold">{scale}</h3>
          <div className="flex overflow-hidden rounded-md border border-line">
            {steps.map((step) => (
              <div key={step} className="h-16 flex-1" style={{ background: `var(--color-${scale}-${step})` }} />
            ))}
          </div>
          <div className="mt-1 flex text-center text-12 text-faint tabular-nums">
            {steps.map((step) => (
              <span key={step} className="flex-1">
                {step}
              </span>
            ))}
          </div>
        </section>
      ))}
      <section>
        <h3 className="mb-2 text-13 font-semibold">lines</h3>
        <div className="grid max-w-96 gap-4 text-12 text-soft">
          {['line', 'line-strong', 'control', 'cut'].map((line) => (
            <div key={line} className="border-b pb-1" style={{ borderColor: `var(--color-${line})` }}>
              {line}
            </div>
          ))}
        </div>
      </section>
    </div>
  ),
};

export const ScalesDark: Story = { ...Scales, globals: { theme: 'dark' } };

function Pair({ ground, text, least }: { ground: string; text: string; least: number }) {
  const sample = useRef<HTMLParagraphElement>(null);
  const figure = useRef<HTMLSpanElement>(null);

  // Runs after every render, because an ancestor's theme may change without a new prop here.
  useEffect(() => {
    if (!sample.current || !figure.current) return;
    const { color, backgroundColor } = getComputedStyle(sample.current);
    const ratio = measureContrast(color, backgroundColor);
    figure.current.textContent = `${ratio.toFixed(1)}:1`;
    figure.current.dataset['state'] = ratio < least ? 'low' : 'enough';
  });

  return (
    <p
      ref={sample}
      className="flex justify-between gap-2 text-13"
      style={{ color: `var(--color-${text})`, background: `var(--color-${ground})` }}
    >
      {text}
      <span ref={figure} className="tabular-nums" />
    </p>
  );
}
