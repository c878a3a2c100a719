/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useLayoutEffect, useRef, useState } from 'react';
import { expect, waitFor } from 'storybook/test';

import { hexOf, measureContrast } from './measure-contrast.ts';
import source from './tokens.css?raw';

/** Every token with its value, read from the style sheet and measured in the browser. */
const meta = {
  title: 'Foundations/Values',
  parameters: {
    controls: { disable: true },
    // The samples show every colour. "Foundations/Colour" lists the allowed combinations.
    a11y: { config: { rules: [{ id: 'color-contrast', enabled: false }] } },
  },
} satisfies Meta;

export default meta;
type Story = StoryObj<typeof meta>;

const themes = ['light', 'dark'] as const;
const grounds = ['paper', 'sheet'] as const;

interface Token {
  name: string;
  value: string;
}

const tokens: Token[] = [...source.matchAll(/^ {2}--([\w-]+):\s*([^;]+);/gm)].flatMap(([, name = '', value = '']) =>
  value === 'initial' ? [] : [{ name, value: value.replaceAll(/\s+/g, ' ') }],
);
const colours = tokens.filter(({ name }) => name.startsWith('color-'));
const others = [
  { title: 'Type', prefix: 'text-' },
  { title: 'Radius', prefix: 'radius-' },
  { title: 'Elevation', prefix: 'shadow-' },
  { title: 'Durations', prefix: 'transition-duration-' },
  { title: 'Easings', prefix: 'ease-' },
  { title: 'Animations', prefix: 'animate-' },
  { title: 'Faces', prefix: 'font-' },
].map(({ title, prefix }) => ({ title, tokens: tokens.filter(({ name }) => name.startsWith(prefix)) }));

/** Each colour in both themes, with its contrast on the page (`paper`) and on a surface (`sheet`). */
export const Colours: Story = {
  render: () => (
    <table className="w-full border-collapse text-left text-13">
      <thead className="text-12 text-soft">
        <tr>
          <th className="py-2 pe-4 font-medium">Token</th>
          {themes.map((theme) => (
            <th key={theme} className="py-2 pe-4 font-medium">
              {theme}: value, on paper, on sheet
            </th>
          ))}
          <th className="py-2 font-medium">Declared as</th>
        </tr>
      </thead>
      <tbody>
        {colours.map(({ name, value }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="py-1.5 pe-4 font-medium whitespace-nowrap">
              {name.replace('color-', '')}
            </th>
            {themes.map((theme) => (
              <td key={theme} className="py-1.5 pe-4">
                <Measured name={name} theme={theme} />
              </td>
            ))}
            <td className="py-1.5 text-12 text-soft">
              <code>{value}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  ),
  play: async ({ canvasElement }) => {
    await expect(colours.length).toBeGreaterThan(60);
    await waitFor(() => expect(canvasElement.querySelectorAll('[data-hex^="#"]')).toHaveLength(colours.length * 2));
    // Body text needs a contrast of 7 in each theme. One value is known from its declaration: white.
    const body = [...canvasElement.querySelectorAll<HTMLElement>('[data-token=color-ink]')];
    for (const { dataset } of body) await expect(Number(dataset['paper'])).toBeGreaterThanOrEqual(7);
    await expect(canvasElement.querySelector('[data-token=color-neutral-1][data-theme=light]')).toHaveAttribute(
      'data-hex',
      '#ffffff',
    );
  },
};

export const ColoursDark: Story = { ...Colours, tags: ['!test'], globals: { theme: 'dark' } };

/** Type, radius, elevation and motion, each with a sample. Point at a duration or an easing to see it. */
export const Sizes: Story = {
  render: () => (
    <div className="grid gap-10">
      {others.map(({ title, tokens: some }) => (
        <section key={title}>
          <h3 className="mb-2 text-16 font-semibold">{title}</h3>
          <dl className="grid grid-cols-[12rem_minmax(0,1fr)_14rem] items-center gap-x-6 gap-y-2 border-t border-line pt-3 text-13">
            {some.map((token) => (
              <div key={token.name} className="contents">
                <dt className="font-medium">{token.name}</dt>
                <dd className="text-12 text-soft">
                  <code>{token.value}</code>
                </dd>
                <dd>
                  <Sample {...token} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  ),
  play: async ({ canvasElement }) => {
    // The design defines nine sizes, three radii, one shadow, three durations, two easings, six animations and two
    // fonts.
    await expect(others.map(({ tokens: some }) => some.filter(({ name }) => !name.includes('--')).length)).toEqual([
      9, 3, 1, 3, 2, 6, 2,
    ]);
    const radii = [...canvasElement.querySelectorAll<HTMLElement>('[data-sample=radius]')];
    await expect(radii.map((sample) => getComputedStyle(sample).borderTopLeftRadius)).toEqual(['6px', '10px', '16px']);
  },
};

function Measured({ name, theme }: { name: string; theme: (typeof themes)[number] }) {
  const sample = useRef<HTMLSpanElement>(null);
  const [measured, setMeasured] = useState<{ hex: string; ratios: number[] }>();
  useLayoutEffect(() => {
    const swatch = sample.current;
    if (!swatch) return;
    const colour = getComputedStyle(swatch).backgroundColor;
    const ratios = [...swatch.children].map((ground) =>
      measureContrast(colour, getComputedStyle(ground).backgroundColor),
    );
    setMeasured({ hex: hexOf(colour), ratios });
  }, []);
  const isOpaque = measured && !measured.hex.includes('%');
  return (
    <span
      data-theme={theme}
      data-token={name}
      data-hex={measured?.hex}
      data-paper={measured?.ratios[0]}
      className="flex items-center gap-2 rounded-sm bg-paper px-2 py-1 text-ink tabular-nums"
    >
      <span
        ref={sample}
        className="size-6 flex-none rounded-sm border border-line"
        style={{ background: `var(--${name})` }}
      >
        {grounds.map((ground) => (
          <span key={ground} hidden style={{ background: `var(--color-${ground})` }} />
        ))}
      </span>
      <code className="w-24">{measured?.hex}</code>
      {isOpaque && measured.ratios.map((ratio, index) => <span key={grounds[index]}>{ratio.toFixed(1)}</span>)}
    </span>
  );
}

function Sample({ name, value }: Token) {
  if (name.includes('--')) return null;
  if (name.startsWith('text-')) return <span style={{ fontSize: value }}>Aa 字 Яж 12</span>;
  if (name.startsWith('radius-'))
    return (
      <span
        data-sample="radius"
        className="block h-10 w-20 border border-control bg-sheet"
        style={{ borderRadius: value }}
      />
    );
  if (name.startsWith('shadow-'))
    return <span className="block h-12 w-20 rounded-md bg-sheet" style={{ boxShadow: `var(--${name})` }} />;
  if (name.startsWith('font-')) return <span style={{ fontFamily: value }}>Aa 字 Яж 12</span>;
  if (name.startsWith('animate-'))
    return <span className="block size-4 rounded-[2px] bg-cut" style={{ animation: value }} />;
  return <Runner {...(name.startsWith('ease-') ? { easing: value, duration: '320ms' } : { duration: value })} />;
}

function Runner({ duration, easing }: { duration: string; easing?: string }) {
  const [isThere, setThere] = useState(false);
  return (
    <button
      type="button"
      className="flex h-8 w-full items-center rounded-sm border border-line bg-sheet px-1"
      aria-label={`Play ${duration}`}
      onClick={() => setThere(!isThere)}
      onPointerEnter={() => setThere(true)}
      onPointerLeave={() => setThere(false)}
    >
      <span
        className="relative size-3 rounded-full bg-cut transition-[left,transform]"
        style={{
          transitionDuration: duration,
          transitionTimingFunction: easing ?? 'var(--ease-enter)',
          left: isThere ? 'calc(100% - 12px)' : '0%',
        }}
      />
    </button>
  );
}
