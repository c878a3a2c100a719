import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { Stat, type StatMeter } from './stat.tsx';

function meterOf(meter: Pick<StatMeter, 'value' | 'max'>) {
  const html = renderToString(
    createElement(Stat, { label: 'AI backgrounds', value: '143', meter: { ...meter, label: 'Used' } }),
  );
  return { html, now: /aria-valuenow="([^"]*)"/.exec(html)?.[1], width: /<rect width="([^"]*)"/.exec(html)?.[1] };
}

test('the first HTML draws the meter without a style attribute', () => {
  const { html, now, width } = meterOf({ value: 50, max: 200 });
  expect(html).not.toContain('style=');
  expect({ now, width }).toEqual({ now: '50', width: '25%' });
});

test('a meter is limited to the range from 0 to 100 %', () => {
  expect(meterOf({ value: 260, max: 200 })).toMatchObject({ now: '200', width: '100%' });
  expect(meterOf({ value: -5, max: 200 })).toMatchObject({ now: '0', width: '0%' });
  expect(meterOf({ value: 0, max: 0 })).toMatchObject({ now: '0', width: '0%' });
});
